package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.run.Experiment;
import io.brokerbench.units.Text;
import io.brokerbench.workload.SettingsException;
import io.brokerbench.workload.SettingsReader;
import io.brokerbench.workload.Workload;
import java.io.IOException;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Gives each setting of every file of defaults each of many numbers with and without units: the
 * smallest, the largest, and those between the units of a client or a broker. A setting either
 * refuses a value, in one line that names it, or an experiment has exactly this value.
 */
final class SettingsWalkTest {

  private static final BigDecimal NANOS_PER_MILLI = BigDecimal.valueOf(1_000_000);
  private static final BigDecimal NANOS_PER_SECOND = BigDecimal.valueOf(1_000_000_000);

  /** Durations and their nanoseconds. */
  private static final Map<String, BigDecimal> DURATIONS = new TreeMap<>();

  /** Numbers without units, sizes, rates and percentages, and their values. */
  private static final Map<String, List<BigDecimal>> NUMBERS = new TreeMap<>();

  private static final Set<String> VALUES =
      new TreeSet<>(Set.of("NaN", "NaN%", "Infinity", "-5ms"));

  /** A setting and, if the value alone is refused, the value. */
  private static final Pattern PROBLEM =
      Pattern.compile("--set: (\\S+) (?:must .*got \"([^\"]*)\".*|.*)");

  static {
    duration("0", "0");
    duration("0.4ns", "0.4");
    duration("1ns", "1");
    duration("1.5ns", "1.5");
    duration("1us", "1000");
    duration("1ms", "1000000");
    duration("1.5ms", "1500000");
    duration("500ms", "500000000");
    duration("999ms", "999000000");
    duration("1s", "1000000000");
    duration("1500ms", "1500000000");
    duration("3m", "180000000000");
    duration("65535s", "65535000000000");
    duration("65536s", "65536000000000");
    duration("2147483647ms", "2147483647000000");
    duration("2147483648ms", "2147483648000000");
    duration("720h", "2592000000000000");
    duration("8760h", "31536000000000000");
    duration("8760.1h", "31536360000000000");
    for (String number :
        List.of(
            "-1",
            "0",
            "1",
            "2",
            "1.5",
            "0.5",
            "1000",
            "65535",
            "65536",
            "2147483647",
            "2147483648",
            "4294967296",
            "9223372036854775807",
            "9223372036854775808",
            "0.000001")) {
      NUMBERS.put(number, List.of(new BigDecimal(number)));
    }
    String[][] units = {
      {"1KiB", "1024"},
      {"1.5k", "1536", "1500"},
      {"3m", "3145728", "3000000"},
      {"2g", "2147483648"},
      {"4g", "4294967296"},
      {"1000000g", "1073741824000000"},
      {"99999999999g", "107374182398926258176"},
      {"0.001/s", "0.001"},
      {"2500/s", "2500"},
      {"1.5k/s", "1500"},
      {"10M/s", "10000000"},
      {"99999M/s", "99999000000"},
      {"0%", "0"},
      {"0.0001%", "0.000001"},
      {"50%", "0.5"},
      {"100%", "1"},
      {"101%", "1.01"},
    };
    for (String[] unit : units) {
      NUMBERS.put(unit[0], Stream.of(unit).skip(1).map(BigDecimal::new).toList());
    }
    VALUES.addAll(DURATIONS.keySet());
    VALUES.addAll(NUMBERS.keySet());
  }

  /** What makes settings effective that are without effect otherwise. */
  private static final List<String> USED =
      List.of("load.mode=async", "load.rate=1000/s", "consume.threads=1");

  private static final List<String> USED_BY_ROCKETMQ =
      List.of("client.compress.enabled=true", "message.delay=true", "client.acl.enabled=true");

  /** Settings whose values are factors or shares of others, texts of several parts, or lengths. */
  private static final Set<String> RELATIVE =
      Set.of(
          "scale",
          "scale.clients",
          "scale.time",
          "load.in-flight",
          "rabbitmq.prefetch",
          "rabbitmq.ack-every",
          "cluster.version",
          "topic.count");

  private final Path directory;

  SettingsWalkTest(@TempDir Path directory) {
    this.directory = directory;
  }

  private static void duration(String text, String nanos) {
    DURATIONS.put(text, new BigDecimal(nanos));
  }

  @Test
  void eachValueOfAnyDriverIsRefusedOrInForce() throws IOException {
    assertRefusedOrInForce("defaults", "memory", null);
  }

  @Tag("nightly")
  @ParameterizedTest
  @CsvSource({
    "memory, memory,",
    "tls, rabbitmq, external",
    "rocketmq, rocketmq, container",
    "rocketmq, rocketmq, external",
    "rabbitmq, rabbitmq, container",
    "rabbitmq, rabbitmq, external",
    "mqtt, mqtt, container",
    "mqtt, mqtt, external",
  })
  void eachValueIsRefusedOrInForce(String file, String driver, String host) throws IOException {
    assertRefusedOrInForce(file, driver, host);
  }

  private void assertRefusedOrInForce(String file, String driver, @Nullable String host)
      throws IOException {
    List<String> base = new ArrayList<>(List.of("output.directory=" + directory));
    base.add("driver=" + driver);
    if (host != null) {
      base.add("cluster.host=" + host);
    }
    if ("external".equals(host)) {
      base.add("cluster.addresses=127.0.0.1:1");
    }
    List<String> used = new ArrayList<>(USED);
    if (driver.equals("rocketmq")) {
      used.addAll(USED_BY_ROCKETMQ);
    }
    Set<String> keys = ReferencePages.keys(file);
    assertThat(keys).isNotEmpty();
    keys.removeIf(key -> base.stream().anyMatch(each -> each.startsWith(key + "=")));
    List<String> values = List.copyOf(VALUES);
    Set<String> wrong = new TreeSet<>();
    // All settings at once, each with another value: one experiment judges them all.
    for (int turn = 0; turn < values.size(); turn++) {
      Map<String, String> given = new TreeMap<>();
      for (String key : keys) {
        given.put(key, values.get((given.size() + turn) % values.size()));
      }
      unclear(base, used, given)
          .forEach((key, value) -> judge(base, used, key, value).ifPresent(wrong::add));
    }
    assertThat(wrong).isEmpty();
  }

  /** The settings that are neither refused by themselves nor in force. */
  private static Map<String, String> unclear(
      List<String> base, List<String> used, Map<String, String> given) {
    Map<String, String> left = new TreeMap<>(given);
    Map<String, String> unclear = new TreeMap<>();
    while (!left.isEmpty()) {
      try {
        Leaves leaves = leaves(check(base, with(used, left)));
        left.values().removeIf(leaves::have);
        unclear.putAll(left);
        left.clear();
      } catch (SettingsException | RuntimeException e) {
        List<String> lines = e instanceof SettingsException no ? no.problems() : List.of();
        Map<String, String> before = Map.copyOf(left);
        for (String line : lines) {
          Matcher m = PROBLEM.matcher(line);
          if (m.matches() && left.containsKey(m.group(1))) {
            String value = left.remove(m.group(1));
            if (!value.equals(m.group(2))) {
              unclear.put(m.group(1), value);
            }
          }
        }
        if (left.equals(before)) {
          unclear.putAll(left);
          left.clear();
        }
      }
    }
    return unclear;
  }

  /** Settings over others. */
  private static List<String> with(List<String> used, Map<String, String> given) {
    List<String> all = new ArrayList<>(used);
    given.forEach((key, value) -> all.add(key + "=" + value));
    return all;
  }

  /** What is wrong with a value; empty if it is refused or in force. */
  private static Optional<String> judge(
      List<String> base, List<String> used, String key, String value) {
    boolean ignored = false;
    for (List<String> context : List.of(used, List.<String>of())) {
      try {
        if (leaves(check(base, with(context, Map.of(key, value)))).have(value)) {
          return Optional.empty();
        }
        ignored = true;
      } catch (SettingsException e) {
        if (e.problems().stream().anyMatch(line -> line.contains("\n"))) {
          return Optional.of(Text.of("%s=%s: %s", key, value, e.getMessage()));
        }
      } catch (RuntimeException e) {
        return Optional.of(Text.of("%s=%s: %s", key, value, e));
      }
    }
    return ignored && !RELATIVE.contains(key)
        ? Optional.of(Text.of("%s=%s is accepted, but not in force", key, value))
        : Optional.empty();
  }

  private static Experiment check(List<String> base, List<String> settings)
      throws SettingsException {
    SettingsReader reader = Workload.defaults();
    Stream.of(base, settings).flatMap(List::stream).forEach(reader::assign);
    return Experiment.check(reader, "");
  }

  private static Leaves leaves(Experiment experiment) {
    Leaves leaves = new Leaves();
    leaves.walk("", experiment.workload());
    leaves.walk("", experiment.driver());
    leaves.walk("", experiment.cluster());
    leaves.walk("", experiment.generators());
    return leaves;
  }

  private static BigDecimal plain(BigDecimal number) {
    return number.signum() == 0 ? BigDecimal.ZERO : number.stripTrailingZeros();
  }

  /** The numbers and texts that an object consists of. */
  private static final class Leaves {

    private final Set<BigDecimal> nanos = new TreeSet<>();
    private final Set<BigDecimal> numbers = new TreeSet<>();
    private final Set<Double> doubles = new TreeSet<>();
    private final Set<String> texts = new TreeSet<>();
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    boolean have(String value) {
      BigDecimal duration = DURATIONS.get(value);
      return texts.contains(value)
          || (duration != null && (nanos.contains(plain(duration)) || hasNumber(duration)))
          || NUMBERS.getOrDefault(value, List.of()).stream().anyMatch(this::hasNumber);
    }

    private boolean hasNumber(BigDecimal number) {
      return numbers.contains(plain(number)) || doubles.contains(number.doubleValue());
    }

    void walk(String name, @Nullable Object it) {
      if (it == null) {
        return;
      }
      if (it instanceof Number number) {
        number(name, number);
      } else if (it instanceof Duration duration) {
        nanos.add(plain(BigDecimal.valueOf(duration.toNanos())));
      } else if (it instanceof CharSequence || it instanceof Path) {
        texts.add(it.toString());
      } else if (seen.add(it)) {
        inside(name, it);
      }
    }

    private void number(String name, Number number) {
      double value = number.doubleValue();
      if (Double.isNaN(value) || Double.isInfinite(value)) {
        return;
      }
      BigDecimal exact = new BigDecimal(number.toString());
      if (name.endsWith("Nanos")) {
        nanos.add(plain(exact));
      } else if (name.endsWith("Millis")) {
        nanos.add(plain(exact.multiply(NANOS_PER_MILLI)));
      } else if (name.endsWith("Seconds")) {
        nanos.add(plain(exact.multiply(NANOS_PER_SECOND)));
      } else if (number instanceof Double) {
        doubles.add(value);
      } else {
        numbers.add(plain(exact));
      }
    }

    private void inside(String name, Object it) {
      if (it instanceof Optional<?> optional) {
        walk(name, optional.orElse(null));
      } else if (it instanceof Map<?, ?> map) {
        map.forEach(
            (key, value) -> {
              walk(name, key);
              walk(name, value);
            });
      } else if (it instanceof Iterable<?> all) {
        all.forEach(each -> walk(name, each));
      } else if (it.getClass().isArray()) {
        for (int i = 0; i < Array.getLength(it); i++) {
          walk(name, Array.get(it, i));
        }
      } else if (it.getClass().getName().startsWith("io.brokerbench.")
          && !(it instanceof Enum<?>)) {
        for (Class<?> type = it.getClass(); type != null; type = type.getSuperclass()) {
          for (Field field : type.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers())) {
              try {
                field.setAccessible(true);
                walk(field.getName(), field.get(it));
              } catch (IllegalAccessException e) {
                throw new IllegalStateException(e);
              }
            }
          }
        }
      }
    }
  }
}
