package io.brokerbench.cli;

import io.brokerbench.address.HostPort;
import io.brokerbench.command.ExitCode;
import io.brokerbench.file.BadInputException;
import io.brokerbench.units.Text;
import io.brokerbench.workers.link.Credentials;
import io.brokerbench.workers.link.LinkLostException;
import io.brokerbench.workers.link.RefusedException;
import io.brokerbench.workers.worker.WorkerSupervisor;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A worker of a controller on another machine, and the certificates of both. */
@Command(
    name = "worker",
    header = "Generates load for the runs of a controller on another machine.",
    description = {
      "The controller is a measuring command with --workers. The worker waits until the controller is"
          + " started, and ends when the controller releases it. Each run has a new JVM.",
      "",
      "worker credentials DIR makes the certificates with which controller and workers authenticate each"
          + " other. Copy authority.pem, worker.pem and worker-key.pem to every worker's machine; the"
          + " controller's key stays where it is. Without certificates, only processes of the same"
          + " machine can connect.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  bench worker credentials certificates",
      "  bench worker --join controller:7700 --credentials certificates"
    })
final class WorkerCommand implements ParsedCommand.Body {

  private static final String MAKE = "credentials";

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = MAKE,
      description = "Makes certificates in DIR, which must be new or empty")
  private @Nullable String action;

  @Parameters(index = "1", arity = "0..1", paramLabel = "DIR", description = "New directory")
  private @Nullable Path directory;

  @Option(
      names = "--join",
      paramLabel = "HOST:PORT",
      description = "Address at which the controller listens")
  private @Nullable String controller;

  @Option(
      names = "--credentials",
      paramLabel = "DIR",
      description = "Directory with authority.pem, worker.pem and worker-key.pem")
  private @Nullable Path credentials;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "Name of this worker in results (default: the host's name)")
  private @Nullable String name;

  @Option(
      names = "--ready-file",
      paramLabel = "FILE",
      defaultValue = "${env:BENCH_READY_FILE}",
      description =
          "File that exists only while the worker is registered, for the probes of containers; also"
              + " by the environment variable BENCH_READY_FILE")
  private @Nullable Path readyFile;

  @Override
  public ExitCode run(ParsedCommand.Call call)
      throws BadInputException, IOException, InterruptedException {
    if (action == null) {
      return join(call);
    }
    if (!action.equals(MAKE)
        || directory == null
        || controller != null
        || credentials != null
        || name != null) {
      throw new BadInputException(
          "worker: needs --join HOST:PORT to take part in runs, or credentials DIR alone to make"
              + " certificates");
    }
    Credentials.make(directory);
    call.out().println(Text.of("made credentials in %s, valid for a year", directory));
    return ExitCode.VALID;
  }

  private ExitCode join(ParsedCommand.Call call) throws BadInputException, InterruptedException {
    if (controller == null) {
      throw new BadInputException("--join: must name the controller, as host:port");
    }
    HostPort address;
    try {
      address = HostPort.parse(controller);
    } catch (IllegalArgumentException e) {
      throw new BadInputException("--join: " + e.getMessage());
    }
    Optional<Credentials> own =
        credentials == null ? Optional.empty() : Optional.of(Credentials.ofWorker(credentials));
    SecretHandover.requireSafeFlags();
    ParsedCommand.requireWritable("--ready-file", readyFile);
    WorkerSupervisor worker =
        WorkerSupervisor.of(
            address, own, name == null ? host() : name, Optional.empty(), call.out()::println);
    if (readyFile != null) {
      worker.showReadinessBy(readyFile);
    }
    try {
      worker.run();
      return ExitCode.VALID;
    } catch (RefusedException e) {
      throw new BadInputException(String.valueOf(e.getMessage()));
    } catch (LinkLostException e) {
      call.err().println(e.getMessage());
      return ExitCode.RUN_INVALID;
    }
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "worker";
    }
  }
}
