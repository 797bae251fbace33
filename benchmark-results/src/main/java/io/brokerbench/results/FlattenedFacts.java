package io.brokerbench.results;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Flattens nested facts. */
public final class FlattenedFacts {

  private FlattenedFacts() {}

  /** Dotted names to values; lists of plain values as one value. */
  public static Map<String, String> of(JsonNode node) {
    Map<String, String> facts = new LinkedHashMap<>();
    add("", node, facts);
    return facts;
  }

  private static void add(String prefix, JsonNode node, Map<String, String> facts) {
    node.properties()
        .forEach(
            each -> {
              JsonNode value = each.getValue();
              if (value.isObject()) {
                add(prefix + each.getKey() + ".", value, facts);
              } else {
                facts.put(
                    prefix + each.getKey(),
                    value.isArray()
                        ? value.valueStream().map(JsonNode::asText).collect(Collectors.joining(" "))
                        : value.asText());
              }
            });
  }
}
