package io.brokerbench.cli;

import io.brokerbench.results.tables.IntervalColumn;
import io.brokerbench.results.tables.LatencyTag;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The files of a short run, made as long as those of a day with many processes: their rows are
 * repeated with other times and slightly other figures.
 */
final class RunOfADay {

  static final int SECONDS = 86_400;
  static final int PROCESSES = 12;

  /** The second with a latency, a load of a processor and a failure that no other second has. */
  static final int SPIKE_SECOND = 43_211;

  static final long SPIKE_NANOS = 7_000_000_000L;
  static final double SPIKE_CORES = 31.5;

  private static final String GENERATOR = "generator";
  private static final int FIRST_HOUR = 3600;
  private static final int MERGED_SECONDS = 10;

  private RunOfADay() {}

  /** Makes the run in this directory as long as a day. */
  static void prolong(Path run) throws IOException {
    Path json = run.resolve("run.json");
    Files.writeString(
        json,
        Files.readString(json)
            .replaceAll("\"measuredSeconds\" : [0-9.]+", "\"measuredSeconds\" : " + (SECONDS - 1)));
    intervals(run.resolve(IntervalColumn.FILE));
    latencies(run.resolve(LatencyTag.FILE));
  }

  private static void intervals(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file);
    String[] header = lines.get(0).split(",", -1);
    String[] row = lines.get(lines.size() / 2).split(",", -1);
    List<String> names = new ArrayList<>(List.of(header));
    List<String> cells = new ArrayList<>(List.of(row));
    for (int i = 0; i < header.length; i++) {
      if (header[i].startsWith(GENERATOR)) {
        for (int process = 0; process < PROCESSES; process++) {
          names.add(header[i].replace(GENERATOR, "broker-" + process));
          cells.add(row[i]);
        }
      }
    }
    int[] numbers =
        indices(names, i -> !cells.get(i).isEmpty() && Character.isDigit(cells.get(i).charAt(0)));
    double[] values = new double[cells.size()];
    boolean[] fractions = new boolean[cells.size()];
    for (int i : numbers) {
      values[i] = Double.parseDouble(cells.get(i));
      fractions[i] = cells.get(i).contains(".");
    }
    try (BufferedWriter writer = Files.newBufferedWriter(file)) {
      writer.write(String.join(",", names) + "\n");
      String[] written = cells.toArray(String[]::new);
      for (int second = 1; second <= SECONDS; second++) {
        for (int i : numbers) {
          double other = values[i] * (1 + (second * 7919L + i * 104_729L) % 1000 / 5000.0);
          written[i] =
              fractions[i]
                  ? Double.toString(Math.round(other * 1000) / 1000.0)
                  : Long.toString((long) other);
        }
        written[names.indexOf("toSeconds")] = second + ".000";
        written[names.indexOf("phase")] = second == 1 ? "warmup" : "measured";
        boolean spike = second == SPIKE_SECOND;
        written[names.indexOf("rejected")] = spike ? "3" : "0";
        if (spike) {
          written[names.indexOf("responseMaxNanos")] = Long.toString(SPIKE_NANOS);
          written[names.indexOf("broker-7CpuCores")] = Double.toString(SPIKE_CORES);
        }
        writer.write(String.join(",", written) + "\n");
      }
    }
  }

  private static int[] indices(List<String> names, IntPredicate of) {
    return IntStream.range(0, names.size()).filter(of).toArray();
  }

  /** Rows of a second in the first hour, and of ten afterwards. */
  private static void latencies(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file);
    List<String> measured = lines.stream().filter(line -> line.matches("Tag=[a-z]+,.*")).toList();
    List<String> row =
        measured.subList(measured.size() - measured.size() / 2, measured.size()).stream()
            .distinct()
            .toList();
    try (BufferedWriter writer = Files.newBufferedWriter(file)) {
      for (String line : lines) {
        if (!line.startsWith("Tag=")) {
          writer.write(line + "\n");
        }
      }
      int length = 1;
      for (int second = 1; second < SECONDS; second += length) {
        if (second > FIRST_HOUR && length == 1) {
          length = MERGED_SECONDS;
          writer.write("#[rows of ten seconds from here on]\n");
        }
        for (String line : row) {
          String[] parts = line.split(",", 4);
          writer.write(
              String.format(
                  Locale.ROOT, "%s,%d.000,%d.000,%s%n", parts[0], second, length, parts[3]));
        }
      }
    }
  }
}
