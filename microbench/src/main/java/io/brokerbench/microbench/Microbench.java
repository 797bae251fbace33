package io.brokerbench.microbench;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.brokerbench.run.Environments;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Runs the benchmarks. Writes JMH's result with allocation to {@code FILE.json} and a description
 * of the environment to {@code FILE.environment.json} in the same directory, and prints the use of
 * each {@link Budget}.
 */
public final class Microbench {

  /** The jars of the clients by their names. */
  private static final Map<String, String> JARS =
      Map.of(
          "rocketmq-client", "org.apache.rocketmq/rocketmq-client",
          "amqp-client", "com.rabbitmq/amqp-client",
          "paho-mqttv3", "org.eclipse.paho/org.eclipse.paho.client.mqttv3");

  private Microbench() {}

  /**
   * Arguments: the effort, the file, the commit of the sources, then JMH's own flags. Exit code 1
   * if a benchmark fails or is above its budget.
   */
  public static void main(String[] args) throws Exception {
    try {
      Collection<RunResult> results =
          run(
              Effort.valueOf(args[0]),
              Path.of(args[1]),
              args[2],
              new CommandLineOptions(Arrays.copyOfRange(args, 3, args.length)));
      List<Budget.Use> uses = Budget.uses(results);
      uses.forEach(use -> System.out.println(use.text()));
      if (uses.stream().anyMatch(Budget.Use::exceeded)) {
        System.exit(1);
      }
    } catch (RunnerException | CommandLineOptionException e) {
      System.err.println(e.getMessage());
      System.exit(e instanceof CommandLineOptionException ? 2 : 1);
    }
  }

  static Collection<RunResult> run(Effort effort, Path file, String commit, Options flags)
      throws RunnerException, IOException {
    Map<String, String> clients = clientReleases();
    OptionsBuilder options = new OptionsBuilder();
    options
        .parent(flags)
        .shouldFailOnError(true)
        .addProfiler(GCProfiler.class)
        .resultFormat(ResultFormatType.JSON)
        .result(file.toString())
        // In place of those of the flags, so with them.
        .jvmArgsAppend(
            Stream.concat(
                    flags.getJvmArgsAppend().orElse(List.of()).stream(),
                    clients.entrySet().stream()
                        .map(client -> Text.of("-D%s=%s", client.getKey(), client.getValue())))
                .toArray(String[]::new));
    effort.apply(options, flags);
    String began = Clock.systemUTC().instant().toString();
    Collection<RunResult> results = new Runner(options.build()).run();
    Map<String, Object> environment = new LinkedHashMap<>();
    environment.put("schemaVersion", 1);
    environment.put("began", began);
    environment.put("commit", commit);
    environment.put(
        "environment",
        Map.of("host", Environments.host(), "jvm", Environments.jvm(), "clients", clients));
    Files.writeString(
        environmentOf(file),
        new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(environment) + "\n");
    return results;
  }

  static Path environmentOf(Path file) {
    return file.resolveSibling(
        file.getFileName().toString().replaceFirst("\\.json$", "") + ".environment.json");
  }

  /** Releases of the clients on the class path by their names, from their jars. */
  private static Map<String, String> clientReleases() {
    Map<String, String> releases = new TreeMap<>();
    JARS.forEach((client, jar) -> releases.put(client, release(jar)));
    return releases;
  }

  private static String release(String jar) {
    String name = Text.of("/META-INF/maven/%s/pom.properties", jar);
    try (InputStream in = Microbench.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is not on the class path");
      }
      Properties properties = new Properties();
      properties.load(in);
      return properties.getProperty("version");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Defaults of forks, iterations and their times; JMH's own flags take precedence. */
  enum Effort {
    /** One fork: gives orders of magnitude; all benchmarks take about five minutes. */
    QUICK(1, 250, 150),
    /** As many forks as a comparison needs. */
    FULL(5, 500, 500);

    private static final int WARMUP_ITERATIONS = 4;
    private static final int ITERATIONS = 5;

    private final int forks;
    private final long warmupMillis;
    private final long measuredMillis;

    Effort(int forks, long warmupMillis, long measuredMillis) {
      this.forks = forks;
      this.warmupMillis = warmupMillis;
      this.measuredMillis = measuredMillis;
    }

    void apply(ChainedOptionsBuilder options, Options flags) {
      options
          .forks(flags.getForkCount().orElse(forks))
          .warmupIterations(flags.getWarmupIterations().orElse(WARMUP_ITERATIONS))
          .warmupTime(flags.getWarmupTime().orElse(TimeValue.milliseconds(warmupMillis)))
          .measurementIterations(flags.getMeasurementIterations().orElse(ITERATIONS))
          .measurementTime(
              flags.getMeasurementTime().orElse(TimeValue.milliseconds(measuredMillis)));
    }
  }
}
