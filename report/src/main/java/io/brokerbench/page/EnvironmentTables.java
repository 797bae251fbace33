package io.brokerbench.page;

import com.fasterxml.jackson.databind.JsonNode;
import io.brokerbench.document.Block;
import io.brokerbench.document.Table;
import io.brokerbench.results.Environment;
import io.brokerbench.results.FlattenedFacts;
import io.brokerbench.results.RunFile;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** Tables of machine, JVMs, client and brokers, from their own reports. */
final class EnvironmentTables {

  private EnvironmentTables() {}

  static List<Block> of(Environment environment) {
    List<Block> blocks = new ArrayList<>();
    table(blocks, "Host of the generator", environment.host());
    table(blocks, "JVM of the generator", environment.jvm());
    table(blocks, "Client", environment.client());
    table(blocks, "Cluster as it was started", environment.cluster());
    brokers(blocks, environment.brokers());
    return blocks;
  }

  private static void table(List<Block> blocks, String caption, Object facts) {
    Table.Builder table = Table.of(caption, "ll", "|value");
    FlattenedFacts.of(RunFile.tree(facts)).forEach(table::add);
    Table built = table.build();
    if (!built.rows().isEmpty()) {
      blocks.add(built);
    }
  }

  /** One column per broker. */
  private static void brokers(List<Block> blocks, JsonNode brokers) {
    if (brokers.isEmpty()) {
      return;
    }
    List<Map<String, String>> facts = brokers.valueStream().map(FlattenedFacts::of).toList();
    Set<String> names = new LinkedHashSet<>();
    facts.forEach(each -> names.addAll(each.keySet()));
    List<String> head = new ArrayList<>(List.of(""));
    IntStream.rangeClosed(1, facts.size()).forEach(i -> head.add("broker " + i));
    Table.Builder table =
        Table.of("Brokers, as they report themselves", "l".repeat(head.size()), head);
    for (String name : names) {
      List<String> row = new ArrayList<>(List.of(name));
      facts.forEach(each -> row.add(each.getOrDefault(name, "")));
      table.add(row);
    }
    blocks.add(table.build());
  }
}
