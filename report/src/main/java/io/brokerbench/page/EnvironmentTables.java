package io.brokerbench.page;

import com.fasterxml.jackson.databind.JsonNode;
import io.brokerbench.document.Block;
import io.brokerbench.document.Table;
import io.brokerbench.results.Environment;
import io.brokerbench.results.FlattenedFacts;
import io.brokerbench.results.RunFile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
    Map<String, String[]> rows = new LinkedHashMap<>();
    for (int i = 0; i < facts.size(); i++) {
      int column = i + 1;
      facts
          .get(i)
          .forEach(
              (name, value) -> {
                String[] row =
                    rows.computeIfAbsent(
                        name,
                        key -> {
                          String[] made = new String[facts.size() + 1];
                          Arrays.fill(made, "");
                          made[0] = key;
                          return made;
                        });
                row[column] = value;
              });
    }
    List<String> names = new ArrayList<>(List.of(""));
    IntStream.rangeClosed(1, facts.size()).forEach(i -> names.add("broker " + i));
    Table.Builder table =
        Table.of("Brokers, as they report themselves", "l".repeat(names.size()), names);
    rows.values().forEach(table::add);
    blocks.add(table.build());
  }
}
