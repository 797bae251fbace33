package io.brokerbench.command;

import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A flag that sets a setting.
 *
 * @param names with their hyphens, shortest first
 * @param key of the setting
 * @param toSetting turns the flag's value into the setting's
 * @param label of its value in the help
 * @param description in the help, one line
 */
public record Flag(
    List<String> names,
    String key,
    UnaryOperator<String> toSetting,
    String label,
    String description) {

  /** A flag whose value is the setting's. */
  public static Flag of(String name, String key, String label, String description) {
    return new Flag(List.of(name), key, UnaryOperator.identity(), label, description);
  }

  /**
   * A flag of RocketMQ's tools: {@code -w 16}, {@code --w=16} and its long name all work.
   *
   * @param letter its short name without hyphen
   * @param longName its long name without hyphens
   */
  public static Flag rocketMq(
      String letter, String longName, String key, String label, String description) {
    List<String> names =
        letter.equals(longName)
            ? List.of("-" + letter, "--" + letter)
            : List.of("-" + letter, "--" + letter, "--" + longName);
    return new Flag(names, key, UnaryOperator.identity(), label, description);
  }

  /** The same with another notation of its value. */
  public Flag as(UnaryOperator<String> conversion) {
    return new Flag(names, key, conversion, label, description);
  }
}
