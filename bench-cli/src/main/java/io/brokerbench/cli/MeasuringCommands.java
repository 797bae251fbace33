package io.brokerbench.cli;

import io.brokerbench.command.BenchCommand;
import io.brokerbench.consumer.ConsumerMain;
import io.brokerbench.producer.BatchProducerMain;
import io.brokerbench.producer.ProducerMain;
import io.brokerbench.run.Experiment;
import io.brokerbench.tx.TransactionProducerMain;
import io.brokerbench.workload.SettingsException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The measuring commands, each of which a workload file may name as its tool. */
final class MeasuringCommands {

  private MeasuringCommands() {}

  /** The commands by name, in the order of the help. */
  static Map<String, Supplier<BenchCommand>> all() {
    Map<String, Supplier<BenchCommand>> tools = new LinkedHashMap<>();
    tools.put("producer", ProducerMain::command);
    tools.put("batchproducer", BatchProducerMain::command);
    tools.put("consumer", ConsumerMain::command);
    tools.put("tproducer", TransactionProducerMain::command);
    return tools;
  }

  /**
   * The experiment of a command that uses only its driver and its cluster.
   *
   * @param flags flags of every measuring command
   * @param file workload file, if there is one
   * @param assignments settings as KEY=VALUE
   */
  static Experiment ofCluster(
      List<String> flags,
      @Nullable Path file,
      List<String> assignments,
      Map<String, String> environment)
      throws SettingsException {
    List<String> all = new ArrayList<>(flags);
    if (file != null) {
      all.addAll(List.of("--workload", file.toString()));
    }
    assignments.forEach(assignment -> all.addAll(List.of("--set", assignment)));
    return ProducerMain.command().check(all, environment);
  }
}
