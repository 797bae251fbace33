package io.brokerbench.command;

import io.brokerbench.fault.PlannedFault;
import io.brokerbench.run.Experiment;
import io.brokerbench.units.Text;
import io.brokerbench.workload.ConnectionSettings;
import io.brokerbench.workload.ConsumptionSettings;
import io.brokerbench.workload.Load;
import io.brokerbench.workload.Secrets;
import io.brokerbench.workload.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a run will do to a cluster that it did not start, in one line. */
public final class Announcement {

  private static final int MOST_RATES = 5;

  private Announcement() {}

  /** The line; empty for a cluster that the run starts. */
  public static Optional<String> of(Experiment experiment) {
    return experiment
        .cluster()
        .external()
        .map(
            cluster ->
                Text.of(
                    "external cluster %s: %s; %s%s",
                    cluster,
                    traffic(experiment),
                    experiment.driver().effects(),
                    commands(experiment)));
  }

  /** The commands that are to inject faults. */
  private static String commands(Experiment experiment) {
    return experiment.faults().stream()
        .filter(fault -> fault.action() == PlannedFault.Action.RUN)
        .map(fault -> Text.of("; runs \"%s\"", Secrets.text(fault.target())))
        .collect(Collectors.joining());
  }

  private static String traffic(Experiment experiment) {
    Load load = experiment.workload().load();
    ConsumptionSettings consumption = experiment.workload().consumption();
    List<String> does = new ArrayList<>();
    if (load.threads() > 0) {
      does.add(
          load.schedule().isPresent()
              ? Text.of("sends %s", rates(experiment.settings().value("load.rate")))
              : Text.of(
                  "sends flat out with %d thread%s",
                  load.threads(), load.threads() == 1 ? "" : "s"));
    }
    if (consumption.any()) {
      does.add(Text.of("receives with group %s", String.join(", ", consumption.groupNames())));
    }
    ConnectionSettings connections = experiment.workload().connections();
    if (connections.any()) {
      does.add(Text.of("connects %,d clients alongside", connections.count()));
    }
    Topics topics = experiment.workload().message().topics();
    return String.join(" and ", does)
        + (topics.several() ? Text.of(" (%s)", topics.text()) : "")
        + time(load);
  }

  /** Recorded rates are many. */
  private static String rates(String notation) {
    String[] all = notation.split(",", -1);
    return all.length <= MOST_RATES
        ? notation
        : Text.of("%s, and %,d more rates", all[0], all.length - 1);
  }

  private static String time(Load load) {
    String warmup =
        load.warmup()
            .map(length -> length.isZero() ? "" : " after " + seconds(length) + " of warm-up")
            .orElseGet(() -> " after a warm-up of at most " + seconds(load.warmupLimit()));
    if (load.duration().isZero()) {
      return (load.messages() > 0
              ? Text.of(", %,d messages in all", load.messages())
              : ", until stopped")
          + warmup;
    }
    return ", for "
        + seconds(load.duration())
        + warmup
        + (load.messages() > 0 ? Text.of(", at most %,d messages", load.messages()) : "");
  }

  private static String seconds(Duration length) {
    return Text.of("%s s", Double.toString(length.toMillis() / 1e3).replaceFirst("\\.0$", ""));
  }
}
