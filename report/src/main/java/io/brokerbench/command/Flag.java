package io.brokerbench.command;

import io.brokerbench.workload.Secrets;
import io.brokerbench.workload.SettingsReader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Model.OptionSpec;

/**
 * A flag of a command.
 *
 * @param concern the section of the help that lists it
 * @param names with their hyphens, shortest first
 * @param key of the setting whose default is that of the flag; empty for none
 * @param effect of its value on the settings
 * @param label of its value in the help
 * @param description in the help, one line
 */
public record Flag(
    Concern concern,
    List<String> names,
    String key,
    Effect effect,
    String label,
    String description) {

  /** Label of a flag that may be given without a value, which means true. */
  public static final String SWITCH = "[true|false]";

  /** Effect of a flag's value. */
  @FunctionalInterface
  public interface Effect {

    /**
     * Sets settings, or reports a problem.
     *
     * @param origin name of the flag, for error messages
     */
    void apply(SettingsReader reader, String value, String origin);
  }

  /** A flag that sets a single setting. */
  public static Flag of(
      Concern concern, String name, String key, String label, String description) {
    return new Flag(concern, List.of(name), key, setting(key), label, description);
  }

  /**
   * A flag of RocketMQ's tools: {@code -w 16}, {@code --w=16} and its long name are equivalent.
   *
   * @param letter its short name without hyphen
   * @param longName its long name without hyphens; if it consists of several words, the first one
   *     suffices
   */
  public static Flag rocketMq(
      Concern concern,
      String letter,
      String longName,
      String key,
      String label,
      String description) {
    return rocketMq(concern, letter, longName, key, setting(key), label, description);
  }

  /** As above, with a custom effect. */
  public static Flag rocketMq(
      Concern concern,
      String letter,
      String longName,
      String key,
      Effect effect,
      String label,
      String description) {
    List<String> names =
        letter.equals(longName)
            ? List.of("-" + letter, "--" + letter)
            : List.of("-" + letter, "--" + letter, "--" + longName);
    return new Flag(concern, names, key, effect, label, description);
  }

  /**
   * The flag as an option of a command line.
   *
   * @param arity of the value of a switch; that of others is 1
   */
  public OptionSpec.Builder option(String arity) {
    return OptionSpec.builder(names.toArray(new String[0]))
        .type(String.class)
        .arity(switches() ? arity : "1")
        .fallbackValue("true")
        .paramLabel(label)
        // Escaped, because picocli expects a format string.
        .description(description.replace("%", "%%"));
  }

  /**
   * The defaults of flags in a reader of all settings, by each name; those of secrets are absent.
   */
  public static Map<String, String> defaults(List<Flag> flags, SettingsReader reader) {
    Map<String, String> defaults = new HashMap<>();
    for (Flag flag : flags) {
      String value = flag.key().isEmpty() ? "" : reader.peek(flag.key());
      if (flag.takes(value) && !Secrets.isKey(flag.key())) {
        flag.names().forEach(name -> defaults.put(name, value));
      }
    }
    return defaults;
  }

  /** Whether a default of its setting is a value that the flag takes. */
  private boolean takes(String value) {
    return !value.isEmpty() && (!chooses() || List.of(label.split("\\|", -1)).contains(value));
  }

  /** Whether it may be given without a value. */
  boolean switches() {
    return label.equals(SWITCH);
  }

  /** Whether its value is one of the words listed in its label: {@code true|false}. */
  boolean chooses() {
    return label.matches("[a-z-]+(\\|[a-z-]+)+");
  }

  /** Returns this flag with a conversion of its value. */
  public Flag as(UnaryOperator<String> conversion) {
    Effect converted =
        (reader, value, origin) -> effect.apply(reader, conversion.apply(value), origin);
    return new Flag(concern, names, key, converted, label, description);
  }

  private static Effect setting(String key) {
    return (reader, value, origin) -> reader.set(key, value, origin);
  }
}
