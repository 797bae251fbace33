package io.brokerbench.cli;

import io.brokerbench.command.ExitCode;
import io.brokerbench.file.BadInputException;
import io.brokerbench.serve.ResultsServer;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows results in a browser until a signal comes. */
@Command(
    name = "serve",
    header = "Shows all results in a browser on this machine, and runs that are going on.",
    description = {
      "Prints an address and serves it until Ctrl-C: a table of all runs, matrices, searches and nights below DIR,"
          + " with filters and links to their reports; comparisons of any two selections; and the seconds of a run"
          + " that is going on, from its warm-up to its verdict.",
      "",
      "It listens on 127.0.0.1 alone and only reads. The address has a random token: without it no request is"
          + " answered. Pages load nothing from other hosts.",
      "",
      "Exit codes: 2 if there is no DIR or the port is in use; 130 at Ctrl-C.",
      ""
    },
    footer = {"", "Examples:", "  bench serve", "  bench serve history --port 8080"})
final class ServeCommand implements ParsedCommand.Body {

  private static final int HIGHEST_PORT = 65_535;

  @Parameters(
      arity = "0..1",
      paramLabel = "DIR",
      description = "Directory of results (default: results)")
  private Path directory = Path.of("results");

  @Option(
      names = "--port",
      paramLabel = "N",
      description = "Port on 127.0.0.1 (default: a free one)")
  private @Nullable Integer port;

  @Override
  public ExitCode run(ParsedCommand.Call call) throws BadInputException, IOException {
    if (port != null && (port < 1 || port > HIGHEST_PORT)) {
      throw new BadInputException(
          Text.of("--port: must be from 1 to %d, got %d", HIGHEST_PORT, port));
    }
    try (ResultsServer server = ResultsServer.start(directory, port == null ? 0 : port)) {
      server.readAhead();
      call.out().println(Text.of("results at %s until Ctrl-C", server.address()));
      await();
    }
    return ExitCode.VALID;
  }

  /** Waits until this thread is interrupted; a signal ends the process. */
  private static void await() {
    try {
      while (true) {
        TimeUnit.DAYS.sleep(1);
      }
    } catch (InterruptedException e) {
      // The planned end.
    }
  }
}
