package io.brokerbench.history;

import com.fasterxml.jackson.databind.JsonNode;
import io.brokerbench.ceiling.Ceilings;
import io.brokerbench.doctor.CheckupJson;
import io.brokerbench.file.BadInputException;
import io.brokerbench.jmh.JmhFile;
import io.brokerbench.jmh.JmhFile.Score;
import io.brokerbench.results.FlattenedFacts;
import io.brokerbench.results.history.SeriesNight;
import io.brokerbench.results.history.SeriesNight.NightFigure;
import io.brokerbench.statistics.Repeats;
import io.brokerbench.stored.EnvironmentFacts;
import io.brokerbench.units.Text;
import io.brokerbench.units.Unit;
import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * Results of other tools as nights of a history: JMH's JSON, of which each benchmark with its
 * parameters is a series, and the JSON of OpenMessaging Benchmark, of which each workload with its
 * driver is one. Several files of the same night are its repeats. The ceilings of a machine, as
 * doctor writes them, are a control series.
 */
public final class ImportedResults {

  /**
   * The times in the names of files: of brokerbench, in UTC, and of OpenMessaging Benchmark, in the
   * time zone of its machine, which no file states.
   */
  private static final Map<Pattern, DateTimeFormatter> TIMES =
      Map.of(
          Pattern.compile("\\d{8}T\\d{6}(?=Z)"),
          DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss", Locale.ROOT),
          Pattern.compile("\\d{4}(?:-\\d{2}){5}"),
          DateTimeFormatter.ofPattern("yyyy-MM-dd-HH-mm-ss", Locale.ROOT));

  /** A night of a series. */
  private record Key(Instant night, String series) {}

  /**
   * What is known of a night of a series so far.
   *
   * @param control whether it was the machine that was measured
   * @param values of each figure
   */
  private record Draft(
      String cell,
      boolean control,
      SortedMap<String, String> facts,
      SortedMap<String, Values> values) {}

  /** A figure, and its value in each repeat. */
  private record Values(String label, String unit, List<Double> repeats) {

    static Values of(String label, String unit, double... repeats) {
      return new Values(label, unit, new ArrayList<>(DoubleStream.of(repeats).boxed().toList()));
    }
  }

  private final Map<Key, Draft> drafts = new LinkedHashMap<>();
  private final Optional<Instant> stated;
  private final Optional<Instant> usual;

  private ImportedResults(Optional<Instant> stated, Optional<Instant> usual) {
    this.stated = stated;
    this.usual = usual;
  }

  /**
   * Adds files to a history.
   *
   * @param night a date, or a point in time, such as {@code 2026-11-12T02:00:00Z}; empty for that
   *     of each file
   * @return what was added, one line each
   * @throws BadInputException if a file is of no such tool, or of no known night
   * @throws IOException if a file of the history cannot be written
   */
  public static List<String> add(List<Path> files, Optional<String> night, HistoryStore store)
      throws BadInputException, IOException {
    Optional<Instant> stated =
        night.isPresent() ? Optional.of(instant(night.get())) : Optional.empty();
    return add(files, stated, Optional.empty(), store);
  }

  /**
   * Adds files to a history.
   *
   * @param stated the night of all files; empty for that of each file
   * @param usual the night of files that do not say theirs; empty if each must
   */
  static List<String> add(
      List<Path> files, Optional<Instant> stated, Optional<Instant> usual, HistoryStore store)
      throws BadInputException, IOException {
    ImportedResults imported = new ImportedResults(stated, usual);
    for (Path file : files) {
      imported.read(file);
    }
    List<String> lines = new ArrayList<>();
    for (Map.Entry<Key, Draft> each : imported.drafts.entrySet()) {
      lines.add(store.add(night(each.getKey(), each.getValue())));
    }
    return lines;
  }

  private static Instant instant(String text) throws BadInputException {
    try {
      return text.contains("T")
          ? Instant.parse(text).truncatedTo(ChronoUnit.SECONDS)
          : LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant();
    } catch (DateTimeException e) {
      throw new BadInputException(
          Text.of(
              "--night: must be a date or a time such as 2026-11-12 or 2026-11-12T02:00:00Z, got"
                  + " \"%s\"",
              text));
    }
  }

  private static SeriesNight night(Key key, Draft draft) {
    SortedMap<String, NightFigure> figures = new TreeMap<>();
    draft.values.forEach(
        (name, values) -> {
          Repeats repeats =
              Repeats.of(values.repeats.stream().mapToDouble(Double::doubleValue).toArray());
          figures.put(name, NightResults.figure(values.label, repeats, values.unit));
        });
    return new SeriesNight(
        SeriesNight.SCHEMA_VERSION,
        key.night,
        key.series,
        draft.cell,
        draft.control,
        null,
        draft.facts,
        figures);
  }

  private void read(Path file) throws BadInputException {
    JsonNode json = JmhFile.json(file);
    if (json.isArray()) {
      jmh(JmhFile.read(file));
    } else if (json.path("ceilings").isObject()) {
      ceilings(file, json);
    } else if (json.path("workload").isTextual() && json.path("publishRate").isArray()) {
      openMessaging(file, json);
    } else {
      throw new BadInputException(
          Text.of(
              "%s is no result of JMH or OpenMessaging Benchmark, and not what doctor --json writes",
              file));
    }
  }

  private void jmh(JmhFile file) throws BadInputException {
    SortedMap<String, String> environment = file.environment();
    Instant night = nightOf(file.path(), environment.getOrDefault("began", ""));
    SortedMap<String, String> host = host(environment, "environment.host.");
    for (Map.Entry<String, Score> each : file.scores().entrySet()) {
      Score score = each.getValue();
      SortedMap<String, String> facts = new TreeMap<>(host);
      facts.put(EnvironmentFacts.GENERATOR_JVM, score.jdk());
      String series =
          fingerprint(
              host,
              "JMH",
              each.getKey(),
              score.mode(),
              score.unit(),
              score.threads(),
              score.jvmArguments(),
              NightResults.feature(score.jdk()));
      add(
          new Key(night, series),
          new Draft(each.getKey(), false, facts, new TreeMap<>()),
          "score",
          Values.of("score", score.unit(), score.repeats()));
    }
  }

  private static SortedMap<String, String> host(Map<String, String> facts, String prefix) {
    SortedMap<String, String> host = new TreeMap<>();
    Map.of(
            EnvironmentFacts.HOST_CPU, "cpu",
            EnvironmentFacts.HOST_PROCESSORS, "availableProcessors",
            EnvironmentFacts.HOST_MEMORY, "memoryBytes",
            EnvironmentFacts.HOST_KERNEL, "kernel")
        .forEach(
            (fact, name) -> {
              String value = facts.get(prefix + name);
              if (value != null) {
                host.put(fact, value);
              }
            });
    return host;
  }

  /** That of what was measured on hardware. */
  private static String fingerprint(Map<String, String> host, String... settings) {
    List<String> facts = new ArrayList<>(List.of(settings));
    facts.add(host.getOrDefault(EnvironmentFacts.HOST_CPU, ""));
    facts.add(host.getOrDefault(EnvironmentFacts.HOST_PROCESSORS, ""));
    facts.add(NightResults.memoryClass(host.get(EnvironmentFacts.HOST_MEMORY)));
    return HistoryStore.fingerprint(facts);
  }

  /** The medians of waits, but not those of the clock, which are a few steps of it. */
  private void ceilings(Path file, JsonNode json) throws BadInputException {
    Ceilings ceilings;
    try {
      ceilings = CheckupJson.ceilings(file);
    } catch (IOException e) {
      throw new BadInputException(String.valueOf(e.getMessage()));
    }
    SortedMap<String, String> host = host(FlattenedFacts.of(json), "host.");
    Key key =
        new Key(
            nightOf(file, json.path("at").asText()),
            fingerprint(host, "ceilings", json.path("directory").asText()));
    Draft draft = new Draft("ceilings", true, host, new TreeMap<>());
    positive(key, draft, "fsync", "fsync", "forces/s", ceilings.fsync().perSecond());
    double grouped = ceilings.groupedFsync().appendsPerSecond();
    positive(key, draft, "grouped-fsync", "grouped fsync", "appends/s", grouped);
    String bytes = Unit.BYTES_PER_SECOND.symbol();
    positive(key, draft, "write", "write", bytes, ceilings.sequentialWrite().bytesPerSecond());
    positive(key, draft, "loopback", "loopback", bytes, ceilings.loopbackStream().bytesPerSecond());
    String nanos = Unit.NANOS.symbol();
    double roundTrip = (double) ceilings.loopbackRoundTrip().p50Nanos();
    positive(key, draft, "round-trip", "loopback round trip", nanos, roundTrip);
    positive(key, draft, "wait", "shortest wait", nanos, (double) ceilings.park().p50Nanos());
  }

  private void openMessaging(Path file, JsonNode json) throws BadInputException {
    List<String> settings = new ArrayList<>(List.of("OpenMessaging Benchmark"));
    Stream.of(
            "workload",
            "driver",
            "messageSize",
            "topics",
            "partitions",
            "producersPerTopic",
            "consumersPerTopic")
        .forEach(name -> settings.add(name + "=" + json.path(name).asText()));
    Key key = new Key(nightOf(file, ""), HistoryStore.fingerprint(settings));
    String cell = json.path("workload").asText() + " " + json.path("driver").asText();
    Draft draft = new Draft(cell, false, new TreeMap<>(), new TreeMap<>());
    boolean any = false;
    for (String side : List.of("publish", "consume")) {
      double rate =
          json.path(side + "Rate")
              .valueStream()
              .mapToDouble(JsonNode::asDouble)
              .average()
              .orElse(0);
      String unit = Unit.PER_SECOND.symbol();
      any |= positive(key, draft, side + "-rate", side + " rate", unit, rate);
    }
    Map<String, String> latencies = new TreeMap<>();
    latencies.put("publish", "aggregatedPublishLatency");
    latencies.put("end-to-end", "aggregatedEndToEndLatency");
    for (Map.Entry<String, String> latency : latencies.entrySet()) {
      for (String percentile : List.of("50", "99")) {
        String name = latency.getKey() + "-p" + percentile;
        String label = latency.getKey() + " p" + percentile;
        double millis = json.path(latency.getValue() + percentile + "pct").asDouble();
        any |= positive(key, draft, name, label, "ms", millis);
      }
    }
    if (!any) {
      throw new BadInputException(Text.of("%s has no rate and no latency above 0", file));
    }
  }

  /** Adds a value unless nothing was measured. */
  private boolean positive(
      Key key, Draft draft, String name, String label, String unit, double value) {
    if (value > 0 && Double.isFinite(value)) {
      add(key, draft, name, Values.of(label, unit, value));
      return true;
    }
    return false;
  }

  private void add(Key key, Draft draft, String figure, Values values) {
    Values before = drafts.computeIfAbsent(key, each -> draft).values.putIfAbsent(figure, values);
    if (before != null) {
      before.repeats.addAll(values.repeats);
    }
  }

  /** The stated night, or that of a file: by what it says, or by its name. */
  private Instant nightOf(Path file, String began) throws BadInputException {
    if (stated.isPresent()) {
      return stated.get();
    }
    try {
      if (!began.isEmpty()) {
        return Instant.parse(began).truncatedTo(ChronoUnit.SECONDS);
      }
      for (Map.Entry<Pattern, DateTimeFormatter> time : TIMES.entrySet()) {
        Matcher found = time.getKey().matcher(String.valueOf(file.getFileName()));
        if (found.find()) {
          return LocalDateTime.parse(found.group(), time.getValue()).toInstant(ZoneOffset.UTC);
        }
      }
    } catch (DateTimeException e) {
      throw new BadInputException(
          Text.of("%s: %s; state the night by --night", file, e.getMessage()));
    }
    if (usual.isPresent()) {
      return usual.get();
    }
    throw new BadInputException(
        Text.of(
            "%s: neither the file nor its name says when it was measured; state the night by"
                + " --night, as in --night 2026-11-12",
            file));
  }
}
