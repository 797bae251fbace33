package io.brokerbench.cli;

import io.brokerbench.command.BenchCommand;
import io.brokerbench.consumer.ConsumerMain;
import io.brokerbench.producer.BatchProducerMain;
import io.brokerbench.producer.ProducerMain;
import io.brokerbench.tx.TransactionProducerMain;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

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
}
