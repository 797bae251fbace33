package io.brokerbench.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.clock.ManualClock;
import io.brokerbench.driver.Node;
import io.brokerbench.results.ProcessFigure;
import io.brokerbench.results.Resources.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

final class ResourceSamplerTest {

  private final ManualClock clock = new ManualClock(5);
  private final AtomicBoolean alive = new AtomicBoolean(true);

  /** This process, as if it were a broker. */
  private final Node node =
      new Node() {
        @Override
        public String name() {
          return "master";
        }

        @Override
        public Role role() {
          return Role.BROKER;
        }

        @Override
        public long pid() {
          return ProcessHandle.current().pid();
        }

        @Override
        public boolean alive() {
          return alive.get();
        }

        @Override
        public Optional<JvmUsage> jvm() {
          return Optional.of(new JvmUsage(11, 12, 13));
        }

        @Override
        public void pause() {}

        @Override
        public void resume() {}

        @Override
        public void kill() {}

        @Override
        public void stop() {}

        @Override
        public void restart() {}

        @Override
        public CompletableFuture<?> booted() {
          return CompletableFuture.completedFuture(null);
        }
      };

  @Test
  void figuresOfThisProcessNeverFall() throws IOException {
    ResourceSampler sampler = new ResourceSampler(clock, List.of(), RemoteNodes.NONE);
    Sample first = sampler.sample();
    burn();
    clock.advance(7);
    Sample second = sampler.sample();
    assertThat(first.nanos()).isEqualTo(5);
    assertThat(second.nanos()).isEqualTo(12);
    assertThat(second.processes().keySet()).containsExactly("generator");
    ProcessFigures before = of(first, "generator");
    ProcessFigures after = of(second, "generator");
    assertThat(before.value(ProcessFigure.CPU_NANOS)).isPositive();
    assertThat(after.since(before, ProcessFigure.CPU_NANOS)).isPositive();
    assertThat(after.value(ProcessFigure.RSS_BYTES)).isPositive();
    assertThat(after.value(ProcessFigure.HEAP_USED_BYTES)).isPositive();
    Set<ProcessFigure> known = EnumSet.allOf(ProcessFigure.class);
    if (Files.size(Path.of("/proc/self/fd")) == 0) {
      // Linux before 6.2.
      known.remove(ProcessFigure.OPEN_FILES);
    }
    assertThat(after.values().keySet()).isEqualTo(known);
    for (ProcessFigure figure : ProcessFigure.values()) {
      if (figure.kind() != ProcessFigure.Kind.LEVEL) {
        assertThat(after.since(before, figure)).as("%s", figure).isNotNegative();
      }
    }
  }

  @Test
  void figuresOfTheHostNeverFallAndAddUp() {
    ResourceSampler sampler = new ResourceSampler(clock, List.of(), RemoteNodes.NONE);
    HostFigures before = sampler.sample().host();
    // OSHI keeps them for some tenths of a second.
    HostFigures after =
        await().until(() -> sampler.sample().host(), host -> host.busyNanos() > before.busyNanos());
    assertThat(after.totalNanos()).isGreaterThan(before.totalNanos());
    assertThat(after.busyNanos() + after.ioWaitNanos() + after.stealNanos())
        .isLessThanOrEqualTo(after.totalNanos());
    assertThat(after.networkBytesSince(before)).isNotNegative();
    assertThat(after.diskWrittenBytes()).isGreaterThanOrEqualTo(before.diskWrittenBytes());
    assertThat(after.diskFlushes()).isGreaterThanOrEqualTo(before.diskFlushes());
  }

  /** Uses some ticks of processor time. */
  private static void burn() {
    long from = cpuMillis();
    while (cpuMillis() < from + 50) {
      Thread.onSpinWait();
    }
  }

  private static long cpuMillis() {
    return ProcessHandle.current().info().totalCpuDuration().orElseThrow().toMillis();
  }

  @Test
  void aNodeIsSampledUnderItsNameWithWhatItsJvmTells() {
    Sample sample = new ResourceSampler(clock, List.of(node), RemoteNodes.NONE).sample();
    assertThat(sample.processes().keySet()).containsExactly("generator", "master");
    ProcessFigures master = of(sample, "master");
    assertThat(master.value(ProcessFigure.RSS_BYTES)).isPositive();
    assertThat(master.value(ProcessFigure.HEAP_USED_BYTES)).isEqualTo(11);
    assertThat(master.value(ProcessFigure.GC_COUNT)).isEqualTo(12);
    assertThat(master.value(ProcessFigure.GC_PAUSE_MILLIS)).isEqualTo(13);
  }

  @Test
  void aNodeThatEndedKeepsItsLastFigures() {
    ResourceSampler sampler = new ResourceSampler(clock, List.of(node), RemoteNodes.NONE);
    ProcessFigures last = of(sampler.sample(), "master");
    alive.set(false);
    burn();
    assertThat(of(sampler.sample(), "master")).isEqualTo(last);
  }

  @Test
  void waitingForAProcessorIsToldWhereLinuxTellsIt() {
    long waited = new ResourceSampler.SchedulerWait().nanos();
    if (Files.exists(Path.of("/proc/self/schedstat"))) {
      assertThat(waited).isPositive();
    } else {
      assertThat(waited).isLessThanOrEqualTo(0);
    }
  }

  private static ProcessFigures of(Sample sample, String process) {
    return Objects.requireNonNull(sample.processes().get(process));
  }
}
