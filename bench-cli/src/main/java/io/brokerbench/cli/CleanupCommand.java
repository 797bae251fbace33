package io.brokerbench.cli;

import io.brokerbench.command.Cleanup;
import io.brokerbench.command.ExitCode;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.file.BadInputException;
import io.brokerbench.run.Experiment;
import io.brokerbench.tools.MeasuringCommands;
import io.brokerbench.workload.Secrets;
import io.brokerbench.workload.SettingsException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists and removes the objects that killed runs left on an external cluster. */
@Command(
    name = "cleanup",
    header = "Removes what killed runs left on an external cluster.",
    description = {
      "Lists what killed runs of this user on this machine left on an external cluster: topics, groups,"
          + " queues, exchanges, sessions, retained messages. With --remove, it removes what no other client uses."
          + " Other objects are not touched.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  bench cleanup -n namesrv:9876",
      "  bench cleanup -n namesrv:9876 --remove"
    })
final class CleanupCommand implements ParsedCommand.Body {

  @Option(
      names = {"-n", "--addresses"},
      paramLabel = "HOST:PORT;...",
      description = "Addresses of the cluster: name servers, or brokers")
  private @Nullable String addresses;

  @Option(
      names = "--driver",
      paramLabel = "NAME",
      description = "Kind of broker: rocketmq, rabbitmq, mqtt (default: rocketmq)")
  private @Nullable String driver;

  @Option(names = "--remove", description = "Remove what no other client uses")
  private boolean remove;

  @Option(
      names = "--workload",
      paramLabel = "FILE.yaml",
      description = "Workload file with the settings of the cluster")
  private @Nullable Path file;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Any setting: tls.authorities=ca.pem")
  private List<String> assignments = List.of();

  @Override
  public ExitCode run(ParsedCommand.Call call)
      throws BadInputException, SettingsException, IOException, InterruptedException {
    Experiment experiment = experiment(call.environment());
    if (experiment.cluster().external().isEmpty()) {
      throw new BadInputException("-n: must name the cluster to clean up, as host:port;host:port");
    }
    experiment.warnings().forEach(call.err()::println);
    try {
      new Cleanup(remove, call.out()).run(experiment, call.environment());
      return ExitCode.VALID;
    } catch (BrokerException e) {
      call.err().println(Secrets.text(String.valueOf(e.getMessage())));
      return ExitCode.BROKER_FAILED;
    }
  }

  private Experiment experiment(Map<String, String> environment) throws SettingsException {
    List<String> flags = new ArrayList<>();
    if (addresses != null) {
      flags.addAll(List.of("-n", addresses));
    }
    if (driver != null) {
      flags.addAll(List.of("--driver", driver));
    }
    return MeasuringCommands.ofCluster(flags, file, assignments, environment);
  }
}
