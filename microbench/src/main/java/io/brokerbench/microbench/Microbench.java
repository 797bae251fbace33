package io.brokerbench.microbench;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.brokerbench.run.Environment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * Runs the benchmarks: {@code FILE.json} is JMH's result with allocation, {@code
 * FILE.environment.json} beside it what they ran on.
 */
public final class Microbench {

  private Microbench() {}

  /** The effort, the file, the commit of the sources, then JMH's own flags. */
  public static void main(String[] args) throws Exception {
    try {
      run(
          Effort.valueOf(args[0]),
          Path.of(args[1]),
          args[2],
          new CommandLineOptions(Arrays.copyOfRange(args, 3, args.length)));
    } catch (RunnerException | CommandLineOptionException e) {
      System.err.println(e.getMessage());
      System.exit(e instanceof CommandLineOptionException ? 2 : 1);
    }
  }

  static void run(Effort effort, Path file, String commit, Options flags)
      throws RunnerException, IOException {
    Map<String, String> clients = ClientReleases.all();
    OptionsBuilder options = new OptionsBuilder();
    options
        .parent(flags)
        .shouldFailOnError(true)
        .addProfiler(GCProfiler.class)
        .resultFormat(ResultFormatType.JSON)
        .result(file.toString())
        .jvmArgsAppend(
            clients.entrySet().stream()
                .map(
                    client ->
                        String.format(Locale.ROOT, "-D%s=%s", client.getKey(), client.getValue()))
                .toArray(String[]::new));
    effort.apply(options, flags);
    String began = Clock.systemUTC().instant().toString();
    new Runner(options.build()).run();
    Map<String, Object> environment = new LinkedHashMap<>();
    environment.put("schemaVersion", 1);
    environment.put("began", began);
    environment.put("commit", commit);
    environment.put(
        "environment",
        Map.of("host", Environment.host(), "jvm", Environment.jvm(), "clients", clients));
    Files.writeString(
        environmentOf(file),
        new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(environment) + "\n");
  }

  static Path environmentOf(Path file) {
    return file.resolveSibling(
        file.getFileName().toString().replaceFirst("\\.json$", "") + ".environment.json");
  }
}
