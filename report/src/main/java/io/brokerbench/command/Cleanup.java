package io.brokerbench.command;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.created.CleaningDriver;
import io.brokerbench.driver.created.CreatedObject;
import io.brokerbench.driver.created.RecordedRun;
import io.brokerbench.driver.created.Remover;
import io.brokerbench.driver.created.Remover.State;
import io.brokerbench.run.Experiment;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Lists the objects that killed runs left on an external cluster, and removes those that no other
 * client uses. For a single use.
 */
public final class Cleanup {

  private static final int LINES_OF_A_KIND = 20;

  private final boolean remove;
  private final PrintStream out;
  private final Map<RecordedRun, List<CreatedObject>> gone = new LinkedHashMap<>();
  private int unused;
  private int removed;
  private int used;

  /**
   * @param remove whether to remove, rather than only to list
   */
  public Cleanup(boolean remove, PrintStream out) {
    this.remove = remove;
    this.out = out;
  }

  /**
   * Lists or removes what all recorded runs left on the cluster of an experiment.
   *
   * @param environment environment variables, which determine the directory of the records
   * @throws BrokerException if the brokers do not answer or refuse a removal
   * @throws IOException if a record cannot be read or written
   */
  public void run(Experiment experiment, Map<String, String> environment)
      throws BrokerException, IOException, InterruptedException {
    if (!(experiment.driver() instanceof CleaningDriver driver)) {
      out.println("this driver creates nothing on a cluster");
      return;
    }
    try (Cluster cluster = experiment.cluster().start(out::println)) {
      List<RecordedRun> runs =
          RecordedRun.of(environment, experiment.workload().driver(), cluster.address());
      if (runs.isEmpty()) {
        out.println("no run of this user on this machine left anything on this cluster");
        return;
      }
      try (Remover remover = driver.remover(cluster)) {
        for (RecordedRun run : runs) {
          if (isListed(run, driver.scope())) {
            cleanUp(run, remover);
          }
        }
        remover.finish(out::println);
      } finally {
        for (Map.Entry<RecordedRun, List<CreatedObject>> run : gone.entrySet()) {
          run.getKey().forget(run.getValue());
        }
      }
      out.println(conclusion());
    }
  }

  /** Prints a line about a run; false if its objects cannot be listed. */
  private boolean isListed(RecordedRun run, String scope) {
    out.println(
        Text.of(
            "run %s, started %s, %s ago, process %d%s",
            run.id(),
            run.startedAt(),
            age(Duration.between(run.startedAt(), Clock.system().now())),
            run.pid(),
            run.running() ? ": is still running" : ""));
    if (!run.running() && !run.isWithin(scope)) {
      out.println(Text.of("  its objects are elsewhere: add --set %s", run.scope()));
    }
    return !run.running() && run.isWithin(scope);
  }

  private void cleanUp(RecordedRun run, Remover remover)
      throws BrokerException, IOException, InterruptedException {
    Map<CreatedObject.Kind, Integer> printed = new EnumMap<>(CreatedObject.Kind.class);
    List<CreatedObject> goneOfRun = gone.computeIfAbsent(run, each -> new ArrayList<>());
    for (CreatedObject object : run.objects()) {
      State state = remover.state(run, object);
      if (!state.exists()) {
        goneOfRun.add(object);
        continue;
      }
      if (remove && state.use().isEmpty()) {
        state = remover.remove(object);
        if (!state.exists()) {
          goneOfRun.add(object);
        }
      }
      String outcome = outcome(state);
      if (printed.merge(object.kind(), 1, Integer::sum) <= LINES_OF_A_KIND) {
        out.println(Text.of("  %-9s %-44s %s", object.kind(), object.name(), outcome));
      }
    }
    printed.forEach(
        (kind, count) -> {
          if (count > LINES_OF_A_KIND) {
            out.println(Text.of("  %-9s and %,d more", kind, count - LINES_OF_A_KIND));
          }
        });
  }

  /** Counts an object and describes what became of it. */
  private String outcome(State state) {
    if (!state.use().isEmpty()) {
      used++;
      return "kept: used by " + state.use();
    }
    if (remove) {
      removed++;
      return "removed";
    }
    unused++;
    return "unused";
  }

  private String conclusion() {
    String kept = used == 0 ? "" : Text.of(", %,d in use", used);
    return remove
        ? Text.of("%,d removed%s", removed, kept)
        : Text.of(
            "%,d unused%s%s",
            unused,
            kept,
            unused == 0 ? "" : "; the same command with --remove removes the unused ones");
  }

  private static String age(Duration age) {
    if (age.toDays() > 1) {
      return age.toDays() + " days";
    }
    return age.toHours() > 1 ? age.toHours() + " hours" : age.toMinutes() + " minutes";
  }
}
