package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs alone: other tests would stall the broker at other times as well. */
@Tag("nightly")
@Tag("alone")
final class StallIT {

  /** Sender threads, each of which waits for the answer. */
  private static final int IN_FLIGHT = 64;

  private static final long STALL_NANOS = TimeUnit.SECONDS.toNanos(1);

  @TempDir private Path home;

  @Test
  void stallShowsInResponseTimeNotInServiceTime() throws Exception {
    try (Bench bench =
        Bench.start(
            home,
            String.format(
                    Locale.ROOT,
                    "--rate 2000/s -w %d --warmup 2s --duration 0 --set load.messages=20000"
                        + " --set cluster.topology=1m",
                    IN_FLIGHT)
                .split(" ", -1))) {
      bench.awaitMeasured("acked", 2000);
      long stalledNanos = stall(bench.processes().node("master"));
      ResultDirectory result = bench.end().measured();

      Histogram response = result.latencies("response");
      Histogram service = result.latencies("service");
      assertThat(response.getMaxValue()).isGreaterThanOrEqualTo(stalledNanos * 9 / 10);
      // 2,000/s x 1 s were due during the stall; all but the last tenth waited longer than 100 ms.
      assertThat(longerThan(response, 100)).isGreaterThanOrEqualTo(1000);
      assertThat(longerThan(response, 500)).isGreaterThanOrEqualTo(600);
      // Only the sends in flight when the master, or anything else, stalled.
      assertThat(longerThan(service, 500)).isBetween(1L, longerThan(response, 500) / 2);
      assertThat(service.getMaxValue()).isGreaterThanOrEqualTo(stalledNanos * 9 / 10);
      assertThat(result.json().at("/latency/response/maxNanos").asLong())
          .isEqualTo(response.getMaxValue());
      assertThat(result.json().at("/latency/response/count").asLong())
          .isEqualTo(response.getTotalCount());
      assertThat(result.json().at("/throughput/loop").asText()).isEqualTo("open");
      Accounts.of(result).areComplete();
    }
  }

  /** Stops a process for about a second; returns the minimum length of the stall in nanoseconds. */
  private static long stall(ProcessHandle process) throws Exception {
    Processes.signal("STOP", process);
    long stopped = System.nanoTime();
    try {
      for (long left = STALL_NANOS; left > 0; left = STALL_NANOS - (System.nanoTime() - stopped)) {
        LockSupport.parkNanos(left);
      }
      return System.nanoTime() - stopped;
    } finally {
      Processes.signal("CONT", process);
    }
  }

  private static long longerThan(Histogram histogram, long millis) {
    return histogram.getCountBetweenValues(TimeUnit.MILLISECONDS.toNanos(millis), Long.MAX_VALUE);
  }
}
