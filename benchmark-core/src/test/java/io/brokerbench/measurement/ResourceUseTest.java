package io.brokerbench.measurement;

import static io.brokerbench.measurement.TestResult.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.brokerbench.results.ProcessFigure;
import io.brokerbench.results.Resources;
import io.brokerbench.results.Resources.HostUse;
import io.brokerbench.results.Resources.Role;
import io.brokerbench.sample.HostFigures;
import io.brokerbench.sample.ProcessFigures;
import io.brokerbench.sample.ResourceSampler;
import io.brokerbench.sample.Sample;
import io.brokerbench.sample.SampleSpan;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class ResourceUseTest {

  private static final HostFigures HOST_BEGIN =
      new HostFigures(
          4,
          100 * SECOND,
          0,
          SECOND,
          200 * SECOND,
          1,
          Map.of("lo", 1000L, "gone", 1_000_000L),
          5000,
          7,
          0.5,
          Map.of("sda", 0L, "sdb", 2 * SECOND),
          Map.of("eth0", SECOND),
          Map.of(),
          Map.of("cpu", SECOND));
  private static final HostFigures HOST_END =
      new HostFigures(
          4,
          112 * SECOND,
          2 * SECOND,
          5 * SECOND,
          240 * SECOND,
          3,
          Map.of("lo", 4000L, "new", 5_000_000L),
          9000,
          17,
          0.4,
          Map.of("sda", SECOND, "sdb", 10 * SECOND),
          Map.of("eth0", 2 * SECOND),
          Map.of(),
          Map.of("cpu", 2 * SECOND));

  /** Ten seconds; the slave has no figures at their begin. */
  private final ResourceUse use =
      new ResourceUse(
          SampleSpan.of(
              List.of(
                  sample(1, HOST_BEGIN, 0, figures(SECOND, 100, 10, 20, 300, 1, 5), null),
                  sample(
                      6,
                      HOST_BEGIN,
                      SECOND,
                      figures(3 * SECOND, 900, 20, 30, 700, 2, 6),
                      figures(SECOND, 50, 0, 100, -1, -1, -1)),
                  sample(
                      11,
                      HOST_END,
                      2 * SECOND,
                      figures(6 * SECOND, 200, 30, 2020, 400, 4, 25),
                      figures(3 * SECOND, 60, 8, 600, -1, -1, -1)))),
          List.of(),
          1000,
          8);

  @Test
  void messagesPerSecondAreThoseOfTheLoadsOwnTime() {
    assertThat(use.messagesPerSecond()).isEqualTo(125);
  }

  @Test
  void processFiguresAreDifferencesPerSecondAndPerMessage() {
    assertThat(figuresOf("generator"))
        .containsEntry("cpuCoresMean", 0.5)
        .containsEntry("cpuMicrosPerMessage", 5000.0)
        .containsEntry("rssBytesMax", 900L)
        .containsEntry("heapUsedBytesMax", 700L)
        .containsEntry("gcCount", 3L)
        .containsEntry("gcPauseMillisTotal", 20L)
        .containsEntry("bytesRead", 20L)
        .containsEntry("bytesWritten", 2000L)
        .containsEntry("bytesWrittenPerMessage", 2.0)
        .containsEntry("observedSeconds", 10.0);
  }

  @Test
  void hostFiguresAreDifferencesAndShares() {
    assertThat(figuresOf("host"))
        .containsEntry("cpuCoresMean", 1.2)
        .containsEntry("ioWaitShare", 0.05)
        .containsEntry("stealShare", 0.1)
        .containsEntry("loadAverageMax", 3.0)
        .containsEntry("networkBytes", 3000L)
        .containsEntry("diskBytesWritten", 4000L)
        .containsEntry("diskFlushes", 10L)
        .containsEntry("memoryUsedShareMax", 0.5)
        .containsEntry("diskBusyShareMax", 0.8)
        .containsEntry("networkBusyShareMax", 0.1);
    HostUse host = Objects.requireNonNull(use.result().host());
    assertThat(host.busiestDisk()).isEqualTo("sdb");
    assertThat(host.busiestNetwork()).isEqualTo("eth0");
    assertThat(host.pressureShares()).containsExactly(Map.entry("cpu", 0.1));
  }

  @Test
  void foreignIsWhatTheRunsProcessesDidNotUse() {
    // The host was busy for 12 s; the generator used 5 s of them, the slave an unknown time.
    assertThat(use.foreignCores()).isCloseTo(0.7, within(1e-9));
  }

  @Test
  void aHeapThatNobodyTellsIsLeftOut() {
    assertThat(figuresOf("slave")).doesNotContainKeys("heapUsedBytesMax", "gcCount");
    assertThat(figuresOf("slave")).containsKeys("rssBytesMax");
  }

  @Test
  void whatIsUnknownIsNoZero() {
    assertThat(figuresOf("slave"))
        .as("unknown at the begin")
        .doesNotContainKeys(
            "cpuCoresMean", "cpuMicrosPerMessage", "bytesRead", "bytesWritten", "gcCount");
    ResourceUse without =
        new ResourceUse(
            SampleSpan.of(
                List.of(
                    sample(1, HOST_BEGIN, 0, figures(-1, -1, 1, 1, 1, 1, 1), null),
                    sample(2, HOST_END, 0, figures(-1, -1, 2, 1, 1, 1, 1), null))),
            List.of(),
            5,
            1);
    assertThat(figures(without, "generator"))
        .containsEntry("bytesRead", 1L)
        .doesNotContainKeys("cpuCoresMean", "cpuMicrosPerMessage", "rssBytesMax");
  }

  @Test
  void collectionsAndWaitingAreShares() {
    assertThat(use.gcShare(ResourceSampler.GENERATOR)).isEqualTo(0.002);
    assertThat(use.generatorStarvedShare()).isCloseTo(2 / 7.0, within(1e-9));
  }

  @Test
  void processesAreInTheirOrderAndApartFromTheHost() {
    assertThat(use.result().processes().keySet()).containsExactly("generator", "slave");
    assertThat(figuresOf("host")).isNotEmpty();
  }

  @Test
  void oneSampleIsNoUse() {
    assertThatNothingIsKnown(
        SampleSpan.of(List.of(sample(1, HOST_BEGIN, 0, figures(1, 1, 1, 1, 1, 1, 1), null))));
    assertThatNothingIsKnown(SampleSpan.NONE);
  }

  @Test
  void twoSamplesOfTheSameMomentAreNoUse() {
    assertThatNothingIsKnown(
        SampleSpan.of(
            List.of(
                sample(1, HOST_BEGIN, 0, figures(1, 1, 1, 1, 1, 1, 1), null),
                sample(1, HOST_BEGIN, 0, figures(2, 1, 1, 1, 1, 1, 1), null))));
  }

  private static void assertThatNothingIsKnown(SampleSpan samples) {
    ResourceUse use = new ResourceUse(samples, List.of(), 5, 1);
    assertThat(use.known()).isFalse();
    assertThat(use.result()).isEqualTo(new Resources(Map.of(), null, null, null));
  }

  @Test
  void withoutMessagesThereIsNoFigurePerMessage() {
    ResourceUse idle =
        new ResourceUse(
            SampleSpan.of(
                List.of(
                    sample(1, HOST_BEGIN, 0, figures(1, 1, 1, 1, 1, 1, 1), null),
                    sample(2, HOST_END, 0, figures(2, 1, 1, 1, 1, 1, 1), null))),
            List.of(),
            0,
            1);
    assertThat(figures(idle, "generator"))
        .doesNotContainKeys("cpuMicrosPerMessage", "bytesWrittenPerMessage");
  }

  private Map<String, Number> figuresOf(String name) {
    return figures(use, name);
  }

  /** As result files show them. */
  private static Map<String, Number> figures(ResourceUse use, String name) {
    Map<String, Number> figures = new HashMap<>();
    new ObjectMapper()
        .valueToTree(use.result())
        .path(name)
        .properties()
        .forEach(
            field -> {
              if (field.getValue().isNumber()) {
                figures.put(field.getKey(), field.getValue().numberValue());
              }
            });
    return figures;
  }

  /** Negative figures are unknown. */
  private static ProcessFigures figures(
      long cpu, long rss, long read, long written, long heap, long gcs, long gcMillis) {
    Map<ProcessFigure, Long> values = new EnumMap<>(ProcessFigure.class);
    values.put(ProcessFigure.CPU_NANOS, cpu);
    values.put(ProcessFigure.RSS_BYTES, rss);
    values.put(ProcessFigure.READ_BYTES, read);
    values.put(ProcessFigure.WRITTEN_BYTES, written);
    values.put(ProcessFigure.HEAP_USED_BYTES, heap);
    values.put(ProcessFigure.GC_COUNT, gcs);
    values.put(ProcessFigure.GC_PAUSE_MILLIS, gcMillis);
    values.values().removeIf(value -> value < 0);
    return new ProcessFigures(Role.GENERATOR, values);
  }

  private static Sample sample(
      long second,
      HostFigures host,
      long waitNanos,
      ProcessFigures generator,
      @Nullable ProcessFigures slave) {
    Map<String, ProcessFigures> processes = new LinkedHashMap<>();
    processes.put("generator", generator);
    if (slave != null) {
      processes.put("slave", slave);
    }
    return new Sample(second * SECOND, processes, host, Map.of(), waitNanos);
  }
}
