package io.brokerbench.results;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** What one tree of JSON has and another has not. */
final class Missing {

  private Missing() {}

  /** Pointers of the leaves of {@code all} that {@code some} lacks, or has with another value. */
  static List<String> fields(JsonNode all, JsonNode some) {
    List<String> missing = new ArrayList<>();
    add(missing, "", all, some);
    return missing;
  }

  private static void add(List<String> missing, String pointer, JsonNode all, JsonNode some) {
    if (all.isObject() && some.isObject()) {
      all.properties()
          .forEach(
              field ->
                  add(
                      missing,
                      pointer + "/" + field.getKey(),
                      field.getValue(),
                      some.path(field.getKey())));
    } else if (!all.asText().equals(some.asText()) || !all.toString().equals(some.toString())) {
      missing.add(pointer);
    }
  }
}
