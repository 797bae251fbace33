package io.brokerbench.workload;

import io.brokerbench.units.Quantities;
import io.brokerbench.units.Text;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.commons.text.similarity.JaroWinklerSimilarity;
import org.jspecify.annotations.Nullable;

/**
 * Keys and values given by the user over the defaults, parsed strictly.
 *
 * <p>A key is a dotted path ({@code load.threads}). Code that needs a key reads it by type and
 * range; an invalid value is reported as a problem and replaced by its default, so that one pass
 * finds all problems. {@link #finish()} then rejects keys that no code has read.
 *
 * <p>Not thread-safe: settings are read once, before anything starts.
 */
public final class Settings {

  /**
   * A value.
   *
   * @param origin {@code --rate}, {@code a.yaml:7}
   * @param implied whether it follows from other settings instead of being stated
   */
  public record Given(String value, String origin, boolean implied) {}

  /** Error of products that are whole numbers. */
  private static final double ROUNDING = 1e-6;

  /** Minimum similarity (Jaro-Winkler) of a suggestion for a misspelled word. */
  private static final double NEAR = 0.8;

  /** Message for an empty value; follows a key or a flag. */
  public static final String EMPTY = "is empty; give it a value or leave it out";

  private final SortedMap<String, String> defaults;
  private final SortedMap<String, Given> given;
  private final SortedMap<String, String> references;
  private final boolean running;
  private final SortedMap<String, String> effective = new TreeMap<>();
  private final SortedMap<String, String> meanings = new TreeMap<>();
  private final List<String> problems = new ArrayList<>();
  private final List<String> implications = new ArrayList<>();
  private final Set<String> refused = new HashSet<>();

  /**
   * Creates settings with the problems found while reading them.
   *
   * @param references by key, of secrets that were given by reference
   * @param running whether the cluster is
   */
  Settings(
      SortedMap<String, String> defaults,
      SortedMap<String, Given> given,
      SortedMap<String, String> references,
      List<String> problems,
      boolean running) {
    this.defaults = defaults;
    this.given = new TreeMap<>(given);
    this.references = references;
    this.problems.addAll(problems);
    this.running = running;
  }

  /** Whether the cluster is running, so that what only its start needs is not checked. */
  public boolean clusterIsRunning() {
    return running;
  }

  /** Whether this key was set explicitly. */
  public boolean isGiven(String key) {
    return given.containsKey(key);
  }

  /** Where a key was set explicitly: a flag, a line of a file, a variable; empty if nowhere. */
  public Optional<String> origin(String key) {
    return Optional.ofNullable(given.get(key)).map(Given::origin);
  }

  /**
   * Sets a key that another setting needs, unless it is set explicitly. {@link #implications} names
   * it.
   *
   * @param needing the other setting, such as {@code consume.model=pop}
   */
  public void imply(String key, String value, String needing) {
    if (given.putIfAbsent(key, new Given(value, needing, true)) == null) {
      implications.add(Text.of("%s=%s, because %s needs it", key, value, needing));
    }
  }

  /** The keys that were set because others need them, one line each. */
  public List<String> implications() {
    return List.copyOf(implications);
  }

  /** A text, not empty unless that is the default. */
  public String text(String key) {
    return parsed(key, Function.identity());
  }

  /** A whole number from {@code min} to {@code max}, both inclusive. */
  public long integer(String key, long min, long max) {
    return parsed(key, text -> wholeNumber(text, min, max));
  }

  /**
   * Parses a whole number from {@code min} to {@code max}, both inclusive.
   *
   * @throws IllegalArgumentException with a message that continues a sentence starting with the key
   */
  public static long wholeNumber(String text, long min, long max) {
    String rule = Text.of("must be a whole number from %,d to %,d", min, max);
    try {
      return inRange(Long.parseLong(text.strip()), min, max, rule, text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(Text.of("%s, got \"%s\"", rule, text), e);
    }
  }

  /**
   * A number of clients or queues. If it was stated, it is multiplied by {@code scale.clients}; the
   * product must be a whole number, since otherwise the clients' shares would change.
   */
  public long clients(String key, long min, long max) {
    long all = integer(key, min, max);
    double scale = parsed(Scale.CLIENTS, Scale::factor);
    Given stated = given.get(key);
    if (scale == 1 || all == 0 || stated == null || stated.implied()) {
      return all;
    }
    double product = all * scale;
    long scaled = Math.round(product);
    if (scaled < 1 || Math.abs(product - scaled) > ROUNDING) {
      problem(
          key,
          Text.of(
              "times %s must be a whole number, got %,d times %s; every multiple of %s works",
              Scale.CLIENTS,
              all,
              effective.get(Scale.CLIENTS),
              BigDecimal.ONE
                  .divide(BigDecimal.valueOf(all), MathContext.DECIMAL32)
                  .toPlainString()));
      return all;
    }
    meanings.put(key, Long.toString(scaled));
    return scaled;
  }

  /** Bytes from {@code min} to {@code max}; see {@link Quantities#bytes}. */
  public long bytes(String key, long min, long max) {
    return parsed(
        key,
        text ->
            inRange(
                Quantities.bytes(text),
                min,
                max,
                Text.of("must be from %,d to %,d bytes", min, max),
                text));
  }

  /** A duration of at least {@code min} and at most a year; see {@link Quantities#duration}. */
  public Duration duration(String key, Duration min) {
    return parsed(
        key,
        text -> {
          Duration value = Quantities.duration(text);
          if (value.compareTo(min) < 0) {
            throw new IllegalArgumentException(
                Text.of("must be at least %s ms, got \"%s\"", min.toMillis(), text));
          }
          return value;
        });
  }

  /**
   * A duration that clients or brokers take as a whole number of milliseconds or seconds; one
   * between two of them is refused, since it would be another in force.
   *
   * @param unit milliseconds or seconds
   * @param min in this unit
   * @param max in this unit
   * @return the number of units
   */
  public int duration(String key, ChronoUnit unit, int min, int max) {
    return parsed(
        key,
        text -> {
          Duration value = Quantities.duration(text);
          long units = value.dividedBy(unit.getDuration());
          if (!value.equals(unit.getDuration().multipliedBy(units)) || units < min || units > max) {
            String symbol = unit == ChronoUnit.SECONDS ? "s" : "ms";
            throw new IllegalArgumentException(
                Text.of(
                    "must be in whole %s from %,d %s to %,d %s, got \"%s\"",
                    unit == ChronoUnit.SECONDS ? "seconds" : "milliseconds",
                    min,
                    symbol,
                    max,
                    symbol,
                    text));
          }
          return (int) units;
        });
  }

  /** A fraction from 0 to 1. */
  public double ratio(String key) {
    return parsed(
        key,
        text -> {
          try {
            double value = Double.parseDouble(text.strip());
            if (value >= 0 && value <= 1) {
              return value;
            }
          } catch (NumberFormatException e) {
            // falls through to the common message
          }
          throw new IllegalArgumentException(
              Text.of("must be a fraction from 0 to 1, got \"%s\"", text));
        });
  }

  /** {@code true} or {@code false}. */
  public boolean flag(String key) {
    return parsed(key, Settings::trueOrFalse);
  }

  /**
   * Parses {@code true} or {@code false}.
   *
   * @throws IllegalArgumentException with a message that continues a sentence starting with the key
   */
  public static boolean trueOrFalse(String text) {
    return switch (text.strip().toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default ->
          throw new IllegalArgumentException(Text.of("must be true or false, got \"%s\"", text));
    };
  }

  /** One of the constants of an enum, in lower case with hyphens. */
  public <E extends Enum<E>> E choice(String key, Class<E> type) {
    return parsed(key, text -> constant(type, text));
  }

  /**
   * The constant with this {@link Text#notation}.
   *
   * @throws IllegalArgumentException if there is none, with a message that continues a sentence
   *     starting with the key
   */
  public static <E extends Enum<E>> E constant(Class<E> type, String text) {
    return constant(type.getEnumConstants(), Text::notation, text);
  }

  /**
   * The constant with this notation, of an enum that has its own.
   *
   * @throws IllegalArgumentException as {@link #constant(Class, String)} does
   */
  public static <E extends Enum<E>> E constant(
      E[] constants, Function<E, String> notation, String text) {
    return Arrays.stream(constants)
        .filter(constant -> notation.apply(constant).equals(text.strip()))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    Text.of(
                        "must be one of %s, got \"%s\"",
                        Arrays.stream(constants).map(notation).collect(Collectors.joining(", ")),
                        text)));
  }

  /**
   * One of the constants of an enum.
   *
   * @param implied value that follows from other settings; replaces the default if the key is not
   *     set
   */
  public <E extends Enum<E>> E choice(String key, Class<E> type, E implied) {
    if (isGiven(key)) {
      return choice(key, type);
    }
    effective.put(key, Text.notation(implied));
    meanings.put(key, Text.notation(implied));
    return implied;
  }

  /**
   * A value with its own notation. An empty value is rejected: an unset variable of a script must
   * not select the default.
   *
   * @param parser throws {@link IllegalArgumentException} with a message that continues a sentence
   *     starting with the key: "must be ..., got ..."
   */
  public <T> T parsed(String key, Function<String, T> parser) {
    return read(key, parser, false);
  }

  /** As above, for keys whose value may be empty. */
  public <T> T parsedOrEmpty(String key, Function<String, T> parser) {
    return read(key, parser, true);
  }

  /**
   * All keys below {@code prefix}, without it: for freely named keys, such as broker properties.
   */
  public SortedMap<String, String> below(String prefix) {
    SortedMap<String, String> values = new TreeMap<>();
    given.tailMap(prefix + ".").entrySet().stream()
        .takeWhile(entry -> entry.getKey().startsWith(prefix + "."))
        .forEach(
            entry -> {
              effective.put(entry.getKey(), entry.getValue().value());
              meanings.put(entry.getKey(), entry.getValue().value());
              values.put(entry.getKey().substring(prefix.length() + 1), entry.getValue().value());
            });
    return values;
  }

  /**
   * Reports a problem with a key's value; {@code rule} continues a sentence starting with the key.
   */
  public void problem(String key, String rule) {
    Given value = given.get(key);
    String problem =
        value == null || value.origin().equals(key)
            ? Text.of("%s %s", key, rule)
            : Text.of("%s: %s %s", value.origin(), key, rule);
    // A key may be read several times.
    if (!problems.contains(problem)) {
      problems.add(problem);
    }
  }

  /** Ends the reading: throws every problem reported and every key that was not read. */
  public void finish() throws SettingsException {
    TreeSet<String> known = new TreeSet<>(defaults.keySet());
    known.addAll(effective.keySet());
    for (Map.Entry<String, Given> entry : given.entrySet()) {
      boolean read = effective.containsKey(entry.getKey());
      boolean empty = entry.getValue().value().isBlank() && defaults.containsKey(entry.getKey());
      if (!read && empty) {
        problem(entry.getKey(), EMPTY);
      } else if (!read) {
        problems.add(
            Text.of(
                "%s: there is no setting %s here%s",
                entry.getValue().origin(),
                entry.getKey(),
                nearest(entry.getKey(), known.stream().map(asLongAs(entry.getKey())).toList())));
      }
    }
    refuse();
  }

  /** Throws the problems found so far, if there are any. */
  public void refuse() throws SettingsException {
    if (!problems.isEmpty()) {
      throw new SettingsException(problems);
    }
  }

  /** Formats keys like the given one: abbreviated to the last part, or in full. */
  private static Function<String, String> asLongAs(String key) {
    return key.contains(".")
        ? Function.identity()
        : full -> full.substring(full.lastIndexOf('.') + 1);
  }

  /** Every key that was read, with its effective value; secrets are hidden, or references. */
  public SortedMap<String, String> effective() {
    SortedMap<String, String> shown = new TreeMap<>(effective);
    shown.replaceAll((key, value) -> Secrets.value(key, references.getOrDefault(key, value)));
    return Collections.unmodifiableSortedMap(shown);
  }

  /**
   * Every key that was read, with the meaning of its value, not for display: equal values differ in
   * notation only.
   */
  public SortedMap<String, String> meanings() {
    return Collections.unmodifiableSortedMap(meanings);
  }

  /** "; did you mean X?" if a candidate is similar enough, else an empty text. */
  public static String nearest(String word, Collection<String> candidates) {
    JaroWinklerSimilarity similarity = new JaroWinklerSimilarity();
    return candidates.stream()
        .filter(candidate -> similarity.apply(word, candidate) >= NEAR)
        .max(Comparator.comparingDouble(candidate -> similarity.apply(word, candidate)))
        .map(candidate -> "; did you mean " + candidate + "?")
        .orElse("");
  }

  private <T> T read(String key, Function<String, T> parser, boolean mayBeEmpty) {
    String fallback = defaults.get(key);
    if (fallback == null) {
      throw new IllegalStateException("no file of defaults names " + key);
    }
    @Nullable Given value = given.get(key);
    String text = value == null ? fallback : value.value();
    effective.put(key, text);
    try {
      T read = parser.apply(text);
      meanings.put(
          key, read instanceof Number || read instanceof Record ? read.toString() : text.strip());
      if (value == null || !text.isBlank() || mayBeEmpty) {
        return read;
      }
      if (refused.add(key)) {
        problem(key, EMPTY);
      }
      return parser.apply(fallback);
    } catch (IllegalArgumentException e) {
      if (value == null) {
        throw new IllegalStateException(
            "default of " + key + " is out of range: " + e.getMessage(), e);
      }
      refused.add(key);
      String rule = String.valueOf(e.getMessage());
      problem(key, Secrets.isKey(key) ? rule.replace(quoted(text), quoted(Secrets.HIDDEN)) : rule);
      return parser.apply(fallback);
    }
  }

  private static String quoted(String text) {
    return '"' + text + '"';
  }

  private static long inRange(long value, long min, long max, String rule, String text) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(Text.of("%s, got \"%s\"", rule, text));
    }
    return value;
  }
}
