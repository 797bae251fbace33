package io.brokerbench.workload;

/**
 * What is to be done, wholly checked. Immutable.
 *
 * @param name part of the result directory's name
 * @param seed of everything random
 * @param driver name of the driver
 * @param load how messages are offered
 * @param message what they look like
 * @param limits what the run is judged by
 * @param output where results go
 */
public record Workload(
    String name,
    long seed,
    String driver,
    Load load,
    MessageShape message,
    Limits limits,
    Output output) {

  private static final String NAME = "[A-Za-z0-9._-]{1,64}";

  /** The defaults of every key that {@link #read} asks for. */
  public static SettingsReader reference() {
    return new SettingsReader().reference(Workload.class, "reference.yaml");
  }

  /** Reads the workload's own keys; problems are noted in the settings. */
  public static Workload read(Settings settings) {
    return new Workload(
        settings.parsed(
            "name",
            text -> {
              if (!text.matches(NAME)) {
                throw new IllegalArgumentException(
                    "must be 1 to 64 letters, digits, dots, hyphens or underscores, got \"%s\""
                        .formatted(text));
              }
              return text;
            }),
        settings.integer("seed", Long.MIN_VALUE, Long.MAX_VALUE),
        settings.text("driver"),
        Load.read(settings),
        MessageShape.read(settings),
        Limits.read(settings),
        Output.read(settings));
  }
}
