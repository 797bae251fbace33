package io.brokerbench.serve;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.brokerbench.clock.Clock;
import io.brokerbench.reports.ResultKind;
import io.brokerbench.stored.RunsDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What a live page shows: a {@link LiveRun}, or those of a matrix, a search or a night one after
 * the other. The latter begin with the event {@code run} and end with {@code ended}. For one
 * thread.
 */
final class LiveView {

  private static final long PAUSE_MILLIS = 250;

  private final ServedDirectory results;
  private final String path;
  private final LiveEvents events;
  private final BooleanSupplier ending;
  private final Clock clock = Clock.system();

  /**
   * @param path of the run or the directory of runs, relative, with or without the end of an
   *     unfinished one
   * @param ending whether the server ends
   */
  LiveView(ServedDirectory results, String path, LiveEvents events, BooleanSupplier ending) {
    this.results = results;
    this.path = path;
    this.events = events;
    this.ending = ending;
  }

  /**
   * Sends events until the run or all runs have ended, or the server ends.
   *
   * @throws IOException if the reader of the events is gone
   * @throws InterruptedException if the server ends at once
   */
  void follow() throws IOException, InterruptedException {
    Feed feed = isOfRuns() ? new Runs() : new LiveRun(results, path, events)::look;
    boolean last;
    do {
      // What ended before the server did is still seen.
      last = ending.getAsBoolean();
      if (feed.look()) {
        return;
      }
      TimeUnit.MILLISECONDS.sleep(last ? 0 : PAUSE_MILLIS);
    } while (!last);
  }

  @FunctionalInterface
  private interface Feed {

    /** Sends what is new; returns whether that was the end. */
    boolean look() throws IOException;
  }

  private boolean isOfRuns() {
    return directory().filter(directory -> ResultKind.of(directory) != ResultKind.RUN).isPresent();
  }

  private Optional<Path> directory() {
    return results.directory(path).or(() -> results.directory(complete()));
  }

  private String complete() {
    return LiveRun.complete(path);
  }

  /** The runs of a directory, each from the moment at which it is seen. */
  private final class Runs implements Feed {

    private String latest = "";
    private @Nullable LiveRun run;

    @Override
    public boolean look() throws IOException {
      Optional<String> next = newest();
      if (next.isPresent()) {
        latest = next.get();
        String of = path + "/" + latest;
        run = new LiveRun(results, of, events);
        events.send("run", event(of));
      }
      if (run != null && run.look()) {
        run = null;
      }
      if (run == null) {
        if (results.directory(complete()).isPresent()) {
          events.send("ended", event(complete()));
          return true;
        }
        events.nothing();
      }
      return false;
    }

    /** The name of a run that began after the latest, and is going on. */
    private Optional<String> newest() {
      return directory().stream()
          .flatMap(directory -> Catalog.subdirectories(directory).stream())
          .filter(each -> RunsDirectory.fileName(each).endsWith(RunsDirectory.INCOMPLETE))
          .filter(each -> RunsDirectory.fileName(each).compareTo(latest) > 0)
          .filter(each -> Catalog.Look.at(each, clock.now()).running())
          .map(RunsDirectory::fileName)
          .max(Comparator.naturalOrder());
    }

    private ObjectNode event(String of) {
      return JsonNodeFactory.instance.objectNode().put("path", of);
    }
  }
}
