package io.brokerbench.command;

import io.brokerbench.file.BadInputException;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Pages for browsers on this machine that follow the runs of a command while it lasts, if they are
 * asked for. Thread-safe.
 */
public final class LivePages implements AutoCloseable {

  /** Answers browsers. Thread-safe. */
  public interface Server extends AutoCloseable {

    /**
     * The address of a page, with the token that admits to all pages.
     *
     * @param directory in that of the results: of a run, or of runs that follow each other
     */
    String address(Path directory);

    /** Ends; the pages of runs that have ended show the verdict first. */
    @Override
    void close();
  }

  /** Starts a server. Found by {@link ServiceLoader}: it is in a module above this one. */
  @FunctionalInterface
  public interface Starter {

    /**
     * Starts to answer on a free port of loopback.
     *
     * @param results existing directory in which the command makes its results
     * @throws BadInputException if it cannot be read
     * @throws IOException if this machine has no loopback address
     */
    Server start(Path results) throws BadInputException, IOException;
  }

  private final @Nullable Server server;

  private LivePages(@Nullable Server server) {
    this.server = server;
  }

  /**
   * Starts the pages of a command.
   *
   * @param wanted whether there are any
   * @param results directory in which the command makes its results; created if missing
   * @throws BadInputException if they cannot be shown
   * @throws IOException if the directory cannot be created, or this machine has no loopback address
   */
  public static LivePages of(boolean wanted, Path results) throws BadInputException, IOException {
    return new LivePages(wanted ? starter().start(Files.createDirectories(results)) : null);
  }

  /**
   * The starter of this class path.
   *
   * @throws BadInputException if there is none
   */
  static Starter starter() throws BadInputException {
    return ServiceLoader.load(Starter.class)
        .findFirst()
        .orElseThrow(
            () ->
                new BadInputException(
                    Text.of(
                        "%s: the class path has no server of pages; start this command by"
                            + " scripts/bench",
                        Reporting.LIVE)));
  }

  /**
   * Prints the address of a page, if there are any.
   *
   * @param directory of a run, or of runs that follow each other
   * @param console takes the line, which is to be kept nowhere
   */
  public void announce(Path directory, Consumer<String> console) {
    if (server != null) {
      console.accept("live page: " + server.address(directory));
    }
  }

  @Override
  public void close() {
    if (server != null) {
      server.close();
    }
  }
}
