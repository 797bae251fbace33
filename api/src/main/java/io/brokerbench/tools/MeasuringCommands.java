package io.brokerbench.tools;

import io.brokerbench.command.BenchCommand;
import io.brokerbench.consumer.ConsumerMain;
import io.brokerbench.producer.BatchProducerMain;
import io.brokerbench.producer.ProducerMain;
import io.brokerbench.run.Experiment;
import io.brokerbench.tx.TransactionProducerMain;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The measuring commands, each of which a workload file may name as its tool. */
public final class MeasuringCommands {

  private MeasuringCommands() {}

  /** The commands by name, in the order of the help. */
  public static Map<String, Supplier<BenchCommand>> all() {
    Map<String, Supplier<BenchCommand>> tools = new LinkedHashMap<>();
    tools.put("producer", ProducerMain::command);
    tools.put("batchproducer", BatchProducerMain::command);
    tools.put("consumer", ConsumerMain::command);
    tools.put("tproducer", TransactionProducerMain::command);
    return tools;
  }

  /**
   * The command of this name.
   *
   * @param origin where it was named
   * @throws SettingsException if there is none
   */
  public static BenchCommand of(String tool, String origin) throws SettingsException {
    Supplier<BenchCommand> command = all().get(tool);
    if (command == null) {
      Set<String> names = all().keySet();
      throw new SettingsException(
          List.of(
              Text.of(
                  "%s: tool must be one of %s, got \"%s\"%s",
                  origin, String.join(", ", names), tool, Settings.nearest(tool, names))));
    }
    return command.get();
  }

  /**
   * The experiment of a command that uses only its driver and its cluster. Settings of runs may be
   * those of any measuring command.
   *
   * @param flags flags of every measuring command
   * @param file workload file, if there is one
   * @param assignments settings as KEY=VALUE
   * @throws SettingsException if no measuring command accepts them, with the problems that all have
   *     with them
   */
  public static Experiment ofCluster(
      List<String> flags,
      @Nullable Path file,
      List<String> assignments,
      Map<String, String> environment)
      throws SettingsException {
    List<String> arguments = new ArrayList<>(flags);
    if (file != null) {
      arguments.addAll(List.of("--workload", file.toString()));
    }
    assignments.forEach(assignment -> arguments.addAll(List.of("--set", assignment)));
    List<SettingsException> refusals = new ArrayList<>();
    for (Supplier<BenchCommand> command : all().values()) {
      try {
        return command.get().check(arguments, environment);
      } catch (SettingsException e) {
        refusals.add(e);
      }
    }
    SettingsException first = refusals.get(0);
    List<String> shared = new ArrayList<>(first.problems());
    refusals.forEach(each -> shared.retainAll(each.problems()));
    throw shared.isEmpty() ? first : new SettingsException(shared);
  }
}
