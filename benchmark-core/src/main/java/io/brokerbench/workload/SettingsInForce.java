package io.brokerbench.workload;

import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Collectors;

/**
 * Settings as they are shown: secrets are hidden, or references.
 *
 * @param values of all settings, including defaults
 * @param given settings that are not defaults
 */
public record SettingsInForce(Map<String, String> values, Set<String> given) {

  public static SettingsInForce of(Settings settings) {
    SortedMap<String, String> values = settings.effective();
    return new SettingsInForce(
        values,
        values.keySet().stream().filter(settings::isGiven).collect(Collectors.toUnmodifiableSet()));
  }

  /** The value of a setting; empty if there is none with this key. */
  public String value(String key) {
    return values.getOrDefault(key, "");
  }

  /**
   * A workload file with the same meaning. Defaults are comments: many are refused where they do
   * not apply, and some depend on other settings.
   */
  public String yaml() {
    StringBuilder yaml =
        new StringBuilder("# The settings in force; those in comments are defaults.\n");
    values.forEach(
        (key, value) ->
            // JSON's notation of a text is also one of YAML.
            yaml.append(given.contains(key) ? "" : "# ")
                .append(key)
                .append(": ")
                .append(TextNode.valueOf(value))
                .append('\n'));
    return yaml.toString();
  }
}
