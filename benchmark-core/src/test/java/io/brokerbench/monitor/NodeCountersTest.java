package io.brokerbench.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.prometheus.MetricSample;
import io.brokerbench.results.ProcessFigure;
import io.brokerbench.sample.HostFigures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

final class NodeCountersTest {

  private static final double NOW = 1.8e9;
  private static final long TEN_YEARS = 315_576_000;
  private static final List<String> MODES = List.of("idle", "iowait", "steal", "user");

  private final NodeCounters counters = new NodeCounters();

  /**
   * A machine.
   *
   * @param now its clock, in seconds
   * @param uptime time for which each processor was idle, waiting, stolen and used, in seconds,
   *     each for a quarter of it
   */
  private static List<MetricSample> machine(int processors, double now, double uptime) {
    return machine(processors, now, uptime / 4, uptime / 4, uptime / 4, uptime / 4);
  }

  private static List<MetricSample> machine(int processors, double now, double... modes) {
    List<MetricSample> samples = new ArrayList<>();
    for (int cpu = 0; cpu < processors; cpu++) {
      for (int mode = 0; mode < modes.length; mode++) {
        samples.add(
            new MetricSample(
                "node_cpu_seconds_total",
                Map.of("cpu", Integer.toString(cpu), "mode", MODES.get(mode)),
                modes[mode]));
      }
    }
    samples.add(new MetricSample("node_time_seconds", Map.of(), now));
    for (String name :
        List.of("node_network_receive_bytes_total", "node_network_transmit_bytes_total")) {
      samples.add(new MetricSample(name, Map.of("device", "eth0"), modes[0] * 1e6));
    }
    samples.add(
        new MetricSample("node_disk_written_bytes_total", Map.of("device", "sda"), modes[0] * 1e6));
    return samples;
  }

  private Optional<HostFigures> host(List<MetricSample> page) throws IOException {
    return counters.host(new NodeMetrics(page));
  }

  @Property(tries = 100)
  void busyIsWhatIsNotIdleWaitingOrStolenWhateverCameBefore(
      @ForAll @IntRange(min = 1, max = 512) int processors,
      @ForAll @LongRange(max = TEN_YEARS) long uptime,
      @ForAll @DoubleRange(min = 1, max = 100_000) double elapsed,
      @ForAll @DoubleRange(max = 1) double idle,
      @ForAll @DoubleRange(max = 1) double waiting)
      throws IOException {
    NodeCounters machine = new NodeCounters();
    double quarter = uptime / 4.0;
    double waited = waiting * (1 - idle);
    HostFigures first =
        machine.host(new NodeMetrics(machine(processors, NOW, (double) uptime))).orElseThrow();
    HostFigures last =
        machine
            .host(
                new NodeMetrics(
                    machine(
                        processors,
                        NOW + elapsed,
                        quarter + idle * elapsed,
                        quarter + waited * elapsed,
                        quarter,
                        quarter + (1 - idle - waited) * elapsed)))
            .orElseThrow();
    assertThat(machine.takeLeftOut()).isEmpty();
    assertThat(last.busyCoresSince(first))
        .isCloseTo(processors * (1 - idle - waited), within(1e-5 * processors));
    assertThat(last.totalNanos())
        .isCloseTo(Math.round(processors * elapsed * 1e9), within(200_000L));
    assertThat(last.networkBytesSince(first) / 2.0).isCloseTo(idle * elapsed * 1e6, within(2.0));
  }

  /** As of a machine that was started again, of another node, or of one whose clock was set. */
  @Property(tries = 100)
  void pagesThatDoNotBelongTogetherAreAGapWithAReason(
      @ForAll @IntRange(min = 1, max = 512) int processors,
      @ForAll @LongRange(min = 1000, max = TEN_YEARS) long one,
      @ForAll @LongRange(min = 1000, max = TEN_YEARS) long other)
      throws IOException {
    NodeCounters machine = new NodeCounters();
    long far = Math.abs(one - other) < 100 ? one + 100 : other;
    HostFigures first =
        machine.host(new NodeMetrics(machine(processors, NOW, (double) one))).orElseThrow();
    for (int second = 1; second < 5; second++) {
      HostFigures figures =
          machine
              .host(
                  new NodeMetrics(
                      machine(processors, NOW + second, (double) (second % 2 == 0 ? one : far))))
              .orElseThrow();
      assertThat(machine.takeLeftOut()).isNotEmpty();
      assertThat(figures.totalNanos()).isEqualTo(first.totalNanos());
      assertThat(figures.busyNanos()).isEqualTo(first.busyNanos());
      assertThat(figures.networkBytesSince(first)).isZero();
      assertThat(figures.diskWrittenBytes()).isZero();
    }
  }

  @Test
  void aClockThatIsSetIsAGapWithAReason() throws Exception {
    HostFigures first = host(machine(8, NOW, 1000)).orElseThrow();
    assertThat(host(machine(8, NOW - 60, 1001)).orElseThrow().totalNanos())
        .isEqualTo(first.totalNanos());
    assertThat(counters.takeLeftOut()).containsExactly("its clock went back by 60 s");
    assertThat(host(machine(8, NOW + 60, 1002)).orElseThrow().totalNanos())
        .isEqualTo(first.totalNanos());
    assertThat(counters.takeLeftOut())
        .containsExactly("its clock went ahead of the counters of its processors");
    host(machine(4, NOW + 61, 1003));
    assertThat(counters.takeLeftOut()).containsExactly("its processors changed from 8 to 4");
  }

  @Test
  void aCounterOfADeviceThatStartsAnewDoesNotFall() throws Exception {
    HostFigures first = host(with("sda", 5e9, machine(8, NOW, 1000))).orElseThrow();
    HostFigures last = host(with("sda", 7, machine(8, NOW + 1, 1001))).orElseThrow();
    assertThat(counters.takeLeftOut()).containsExactly("its written bytes of sda started anew");
    assertThat(last.diskWrittenBytes()).isEqualTo(first.diskWrittenBytes());
    assertThat(last.totalNanos()).isGreaterThan(first.totalNanos());
  }

  private static List<MetricSample> with(String device, double value, List<MetricSample> page) {
    List<MetricSample> changed = new ArrayList<>(page);
    changed.replaceAll(
        sample ->
            sample.label("device").equals(device)
                ? new MetricSample(sample.name(), sample.labels(), value)
                : sample);
    return changed;
  }

  /** Of each sample of a page: no number, endless, below zero, absent, or there twice. */
  @Property(tries = 100)
  void aSampleThatIsWrongIsRefusedOrMissingNeverAFigure(
      @ForAll @IntRange(min = 1, max = 64) int processors,
      @ForAll @IntRange(min = 0) int which,
      @ForAll @IntRange(max = 4) int how) {
    List<MetricSample> page = machine(processors, NOW, 1000);
    MetricSample sample = page.remove(which % page.size());
    if (how < 3) {
      double value = List.of(Double.NaN, 1e300, -5.0).get(how);
      page.add(new MetricSample(sample.name(), sample.labels(), value));
    } else if (how == 3) {
      Map<String, String> labels = new HashMap<>(sample.labels());
      labels.put("instance", "another");
      page.add(sample);
      page.add(new MetricSample(sample.name(), labels, sample.value()));
    }
    NodeMetrics metrics = new NodeMetrics(page);
    try {
      Optional<HostFigures> host = new NodeCounters().host(metrics);
      // A system may have no such mode.
      String mode = how == 4 ? sample.label("mode") : "";
      assertThat(metrics.missing().contains(sample.name())).isEqualTo(mode.isEmpty());
      host.ifPresent(
          figures -> {
            assertThat(sample.name()).isNotEqualTo("node_time_seconds");
            assertThat(figures.ioWaitNanos() < 0).isEqualTo(mode.equals("iowait"));
            assertThat(figures.stealNanos() < 0).isEqualTo(mode.equals("steal"));
            assertThat(figures.networkBytes().isEmpty())
                .isEqualTo(sample.name().contains("network"));
            assertThat(figures.diskWrittenBytes() < 0).isEqualTo(sample.name().contains("disk"));
          });
    } catch (IOException e) {
      assertThat(e.getMessage()).startsWith(sample.name());
    }
  }

  @Test
  void twoNodesBehindOneSelectorAreRefused() {
    List<MetricSample> page = new ArrayList<>();
    for (String instance : List.of("a:9100", "b:9100")) {
      page.add(new MetricSample("node_memory_MemTotal_bytes", Map.of("instance", instance), 100));
    }
    assertThatThrownBy(() -> new NodeMetrics(page).memoryUsedShare())
        .hasMessage(
            "node_memory_MemTotal_bytes has two values: {instance=a:9100} and {instance=b:9100}");
  }

  /** Nanoseconds of all processors since the start of the process would leave a long. */
  @Property(tries = 100)
  void theProcessorTimeOfAProcessIsTheDifference(
      @ForAll @IntRange(min = 1, max = 512) int processors,
      @ForAll @LongRange(max = TEN_YEARS) long uptime,
      @ForAll @DoubleRange(min = 1, max = 1000) double elapsed)
      throws IOException {
    NodeCounters broker = new NodeCounters();
    double before = (double) processors * uptime;
    long first = cpuNanos(broker, 1, before);
    assertThat(cpuNanos(broker, 1, before + processors * elapsed) - first)
        .isCloseTo(Math.round(processors * elapsed * 1e9), within(100_000L));
    long last = cpuNanos(broker, 2, before + 3 * processors * elapsed);
    assertThat(last - first).isCloseTo(Math.round(processors * elapsed * 1e9), within(100_000L));
    assertThat(broker.takeLeftOut())
        .containsExactly("its process was restarted, or is another one");
  }

  private static long cpuNanos(NodeCounters broker, double start, double seconds)
      throws IOException {
    List<MetricSample> page =
        List.of(
            new MetricSample("process_start_time_seconds", Map.of(), start),
            new MetricSample("process_cpu_seconds_total", Map.of(), seconds),
            new MetricSample("jvm_memory_used_bytes", Map.of("area", "heap"), 1));
    return broker
        .process(new NodeMetrics(page).jvm())
        .getOrDefault(ProcessFigure.CPU_NANOS, Long.MIN_VALUE);
  }
}
