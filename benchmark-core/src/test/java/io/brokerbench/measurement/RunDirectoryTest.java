package io.brokerbench.measurement;

import static io.brokerbench.measurement.TestResult.STARTED_AT;
import static io.brokerbench.measurement.TestResult.counts;
import static io.brokerbench.measurement.TestResult.interval;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.record.LatencyRecorder;
import io.brokerbench.record.Ledger.Counts;
import io.brokerbench.results.Metric;
import io.brokerbench.results.Phase;
import io.brokerbench.results.ProcessFigure;
import io.brokerbench.results.RunFile;
import io.brokerbench.results.RunResult;
import io.brokerbench.results.Verdict;
import io.brokerbench.results.Verdict.Reason;
import io.brokerbench.results.Verdict.Status;
import io.brokerbench.results.tables.ColumnFamily;
import io.brokerbench.sample.HostFigures;
import io.brokerbench.sample.Sample;
import io.brokerbench.workload.SettingsInForce;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;

final class RunDirectoryTest {

  private static final Verdict VALID = new Verdict(Status.VALID, List.of());

  private final Path parent;

  RunDirectoryTest(@TempDir Path parent) {
    this.parent = parent;
  }

  @Test
  void itsNameTellsTimeRunAndThatItIsNotComplete() throws IOException {
    try (RunDirectory directory = create()) {
      assertThat(directory.path()).isEqualTo(parent.resolve("20260102T030405Z-n.INCOMPLETE"));
      assertThat(directory.path()).isDirectory();
    }
  }

  @Test
  void itsParentIsMade() throws IOException {
    try (RunDirectory directory =
        RunDirectory.create(parent.resolve("a/b"), "n", STARTED_AT, TestResult.SENDING)) {
      assertThat(directory.path()).isDirectory();
    }
  }

  @Test
  void theEndGivesItTheNameOfItsVerdict() throws IOException {
    assertThat(finish(VALID).getFileName()).hasToString("20260102T030405Z-n");
    assertThat(finish(new Verdict(Status.SUSPECT, List.of(new Reason("code", "r")))).getFileName())
        .hasToString("20260102T030405Z-n-2.SUSPECT");
    assertThat(finish(new Verdict(Status.INVALID, List.of(new Reason("code", "r")))).getFileName())
        .hasToString("20260102T030405Z-n-3.INVALID");
    assertThat(finish(VALID).getFileName()).hasToString("20260102T030405Z-n-4");
    try (var entries = Files.list(parent)) {
      assertThat(entries).hasSize(4);
    }
  }

  @Test
  void twoRunsInTheSameSecondDoNotMeet() throws IOException {
    try (RunDirectory one = create();
        RunDirectory other = create()) {
      assertThat(one.path()).isNotEqualTo(other.path());
    }
  }

  @Test
  void runsThatStartAtOnceDoNotMeet() throws Exception {
    int runs = 64;
    ExecutorService threads = Executors.newFixedThreadPool(8);
    Set<Path> paths = new HashSet<>();
    try {
      for (Future<RunDirectory> each :
          threads.invokeAll(Collections.<Callable<RunDirectory>>nCopies(runs, this::create))) {
        try (RunDirectory directory = each.get()) {
          paths.add(directory.path());
        }
      }
    } finally {
      threads.shutdown();
    }
    assertThat(paths).hasSize(runs);
  }

  @Test
  void everythingIsThereAtTheEnd() throws IOException {
    try (var files = Files.list(finish(VALID))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("run.json", "latency.hlog", "intervals.csv", "workload.yaml");
    }
  }

  @Test
  void whileItRunsRowsAndHistogramsAreOnDiskAtOnce() throws IOException {
    try (RunDirectory directory = create()) {
      directory.add(interval(0, Phase.WARMUP, Counts.NONE, counts(10, 10)));
      assertThat(directory.path().resolve("intervals.csv")).content().hasLineCount(2);
      assertThat(directory.path().resolve("latency.hlog")).content().contains("Tag=warmup.service");
      assertThat(directory.path().resolve("run.json")).doesNotExist();
    }
  }

  /** A second of warm-up and two of measured time. */
  private Path threeSeconds() throws IOException {
    try (RunDirectory run = create()) {
      run.add(interval(0, Phase.WARMUP, Counts.NONE, counts(10, 9)));
      run.add(interval(1, Phase.MEASURED, counts(10, 9), counts(110, 105)));
      run.add(interval(2, Phase.MEASURED, counts(110, 105), counts(210, 210)));
      return finish(run, VALID);
    }
  }

  @Test
  void intervalsHaveOneHeaderAndARowEachWithAllColumns() throws IOException {
    List<String> lines = Files.readAllLines(threeSeconds().resolve("intervals.csv"));
    assertThat(lines).hasSize(4);
    List<String> header = List.of(lines.get(0).split(",", -1));
    assertThat(header)
        .startsWith("toSeconds", "phase", "attempted", "acked", "rejected", "unknown", "inFlight")
        .contains(
            "lagP50Nanos",
            "serviceP99Nanos",
            "serviceP999Nanos",
            "responseMaxNanos",
            "hiccupMaxNanos",
            "generatorCpuCores",
            "generatorRssBytes",
            "hostCpuCores",
            "hostDiskFlushes")
        .doesNotHaveDuplicates();
    List<String> second = List.of(lines.get(2).split(",", -1));
    assertThat(second).hasSameSizeAs(header);
    Map<String, String> row = new HashMap<>();
    for (int i = 0; i < header.size(); i++) {
      row.put(header.get(i), second.get(i));
    }
    assertThat(row)
        .containsEntry("toSeconds", "2.000")
        .containsEntry("phase", "measured")
        .containsEntry("attempted", "100")
        .containsEntry("acked", "96")
        .containsEntry("inFlight", "5")
        .containsEntry("generatorCpuCores", "0.500")
        .containsEntry("hostCpuCores", "1.000");
    assertThat(row.get("serviceP50Nanos")).startsWith("1000");
  }

  /** Further figures of processes follow those of before. */
  @Test
  void theHeaderIsThis() throws IOException {
    assertThat(Files.readAllLines(threeSeconds().resolve("intervals.csv")).get(0))
        .isEqualTo(
            "toSeconds,phase,attempted,acked,rejected,unknown,inFlight,deliveries,redelivered,checkBacks,"
                + "lagP50Nanos,lagP90Nanos,lagP99Nanos,lagP999Nanos,lagMaxNanos,"
                + "serviceP50Nanos,serviceP90Nanos,serviceP99Nanos,serviceP999Nanos,serviceMaxNanos,"
                + "responseP50Nanos,responseP90Nanos,responseP99Nanos,responseP999Nanos,"
                + "responseMaxNanos,hiccupMaxNanos,"
                + "generatorCpuCores,generatorRssBytes,generatorHeapUsedBytes,generatorGcCount,"
                + "generatorGcPauseMillis,generatorWrittenBytes,generatorReadBytes,generatorOpenFiles,"
                + Arrays.stream(ProcessFigure.values())
                    .dropWhile(figure -> figure != ProcessFigure.OPEN_FILES)
                    .skip(1)
                    .map(figure -> ColumnFamily.processes(figure).of("generator").name() + ",")
                    .collect(Collectors.joining())
                + "hostCpuCores,hostIoWaitCores,hostStealCores,hostLoadAverage,hostNetworkBytes,"
                + "hostDiskWrittenBytes,hostDiskFlushes");
  }

  /** As where a broker reports some figures late, or no longer. */
  @Test
  void figuresOfBrokersStayInTheirColumns() throws IOException {
    try (RunDirectory run = create()) {
      run.add(second(0, Map.of("b", 1L, "c", 2L)));
      run.add(second(1, Map.of("a", 5L, "c", 3L)));
      List<String> lines = Files.readAllLines(run.path().resolve("intervals.csv"));
      assertThat(lines.get(0)).endsWith(",broker.b,broker.c");
      assertThat(lines.get(1)).endsWith(",1,2");
      assertThat(lines.get(2)).endsWith(",,3");
    }
  }

  /** As by Linux before 5.5. */
  @Test
  void flushesThatTheSystemDoesNotReportAreNotZero() throws IOException {
    HostFigures host =
        new HostFigures(
            4, 0, 0, 0, 0, 0, Map.of(), 0, -1, 0.5, Map.of(), Map.of(), Map.of(), Map.of());
    try (RunDirectory run = create()) {
      for (long from = 0; from < 2; from++) {
        Interval second = second(from, Map.of());
        Sample known = second.sample();
        Sample sample = new Sample(known.nanos(), known.processes(), host, Map.of(), 0);
        run.add(changed(second, sample, Map.of()));
      }
      List<String> lines = Files.readAllLines(run.path().resolve("intervals.csv"));
      assertThat(lines.get(0)).endsWith(",hostDiskWrittenBytes,hostDiskFlushes");
      assertThat(lines.get(2)).endsWith(",0,");
    }
  }

  /** There is no sample before it, so that zero would be a second in which nothing happened. */
  @Test
  void whatTheHostDidInTheFirstSecondIsUnknown() throws IOException {
    List<String> lines = Files.readAllLines(threeSeconds().resolve("intervals.csv"));
    List<String> header = List.of(lines.get(0).split(",", -1));
    List<String> first = List.of(lines.get(1).split(",", -1));
    for (String column :
        List.of(
            "hostCpuCores",
            "hostIoWaitCores",
            "hostNetworkBytes",
            "hostDiskWrittenBytes",
            "hostDiskFlushes")) {
      assertThat(first.get(header.indexOf(column))).as(column).isEmpty();
    }
  }

  private static Interval second(long from, Map<String, Long> figures) {
    Interval second = interval(from, Phase.MEASURED, Counts.NONE, counts(10, 10));
    return changed(second, second.sample(), figures);
  }

  private static Interval changed(Interval second, Sample sample, Map<String, Long> figures) {
    return new Interval(
        second.fromSeconds(),
        second.toSeconds(),
        second.phase(),
        second.warmup(),
        second.measured(),
        second.errorNanos(),
        second.before(),
        second.after(),
        sample,
        second.hiccups(),
        second.backlogs(),
        new TreeMap<>(figures));
  }

  @Test
  void histogramsAreReadAgainAndMergeToTheSameCounts() throws IOException {
    Map<String, Histogram> byTag = new HashMap<>();
    try (HistogramLogReader reader =
        new HistogramLogReader(threeSeconds().resolve("latency.hlog").toFile())) {
      EncodableHistogram next = reader.nextIntervalHistogram();
      while (next != null) {
        byTag
            .computeIfAbsent(next.getTag(), tag -> LatencyRecorder.emptyHistogram())
            .add((Histogram) next);
        next = reader.nextIntervalHistogram();
      }
      assertThat(reader.getStartTimeSec()).isEqualTo(STARTED_AT.toEpochMilli() / 1e3);
    }
    assertThat(byTag.keySet())
        .containsExactlyInAnyOrder(
            "lag", "service", "response", "warmup.lag", "warmup.service", "warmup.response");
    for (Metric metric : TestResult.SENDING) {
      assertThat(count(byTag, metric.label())).isEqualTo(201);
      assertThat(count(byTag, "warmup." + metric.label())).isEqualTo(9);
    }
  }

  private static long count(Map<String, Histogram> byTag, String tag) {
    return Objects.requireNonNull(byTag.get(tag)).getTotalCount();
  }

  @Test
  void whatWasGivenIsYamlAgainAndDefaultsAreComments() throws IOException {
    String workload = Files.readString(finish(VALID).resolve("workload.yaml"));
    Map<String, Object> settings = new Yaml().load(workload);
    assertThat(settings).containsOnly(Map.entry("load.rate", "1000/s"));
    assertThat(workload).contains("# load.threads: \"4\"\n");
  }

  /** The last parts of the first two keys alone would make them, or a part of them, secret. */
  @Test
  void settingsAreShownAsInTheWorkloadFileAndTheSecretsOfAllElseAreHidden() throws IOException {
    CompletedRun completed = new TestResult().build();
    RunSetup setup = completed.setup();
    Map<String, String> settings =
        Map.of(
            "consume.filter.expression", "token = 'x'",
            "workers.credentials", "certificates",
            "mqtt.password", "***");
    RunSetup given =
        new RunSetup(
            setup.startedAt(),
            "consumer --password hunter2",
            setup.workload(),
            new SettingsInForce(settings, settings.keySet()),
            setup.environment(),
            setup.promise(),
            setup.fsync());
    CompletedRun run =
        new CompletedRun(
            given,
            completed.measurement(),
            "",
            completed.audit(),
            null,
            null,
            null,
            completed.floor());
    try (RunDirectory directory = create()) {
      directory.draft(run.result(any -> VALID), given.settings());
      RunResult read = RunFile.read(directory.path().resolve(RunFile.NAME));
      assertThat(read.command()).isEqualTo("consumer --password ***");
      assertThat(read.workload())
          .isEqualTo(
              Map.of(
                  "consume", Map.of("filter", Map.of("expression", "token = 'x'")),
                  "workers", Map.of("credentials", "certificates"),
                  "mqtt", Map.of("password", "***")));
      Map<String, Object> yaml =
          new Yaml().load(Files.readString(directory.path().resolve("workload.yaml")));
      assertThat(yaml).isEqualTo(settings);
    }
  }

  @Test
  void aResultThatCannotBeWrittenLeavesNoHalfRunJson() throws IOException {
    try (RunDirectory directory = create()) {
      // Stands where run.json is written before it gets its name.
      Files.createDirectory(directory.path().resolve("run.json.tmp"));
      Files.createFile(directory.path().resolve("run.json.tmp/in-the-way"));
      assertThatThrownBy(() -> finish(directory, VALID)).isInstanceOf(IOException.class);
      assertThat(directory.path().resolve("run.json")).doesNotExist();
      assertThat(directory.path()).isDirectory();
      assertThat(directory.path().toString()).endsWith(".INCOMPLETE");
    }
  }

  @Test
  void aDirectoryThatCannotBeMadeIsAnError() throws IOException {
    Path file = Files.createFile(parent.resolve("file"));
    assertThatThrownBy(() -> RunDirectory.create(file, "n", STARTED_AT, TestResult.SENDING))
        .isInstanceOf(IOException.class);
  }

  private RunDirectory create() throws IOException {
    return RunDirectory.create(parent, "n", STARTED_AT, TestResult.SENDING);
  }

  private Path finish(Verdict verdict) throws IOException {
    try (RunDirectory directory = create()) {
      return finish(directory, verdict);
    }
  }

  private static Path finish(RunDirectory directory, Verdict verdict) throws IOException {
    CompletedRun completed = new TestResult().build();
    return directory.finish(
        completed.result(any -> verdict), completed.setup().settings(), completed.received());
  }
}
