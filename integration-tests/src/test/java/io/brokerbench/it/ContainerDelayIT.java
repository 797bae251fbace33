package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A network delay between master and slave, and its effect on service times. */
@Tag("nightly")
@RequiresDocker
final class ContainerDelayIT {

  private static final int DELAY_MILLIS = 20;
  private static final long DELAY_NANOS = DELAY_MILLIS * 1_000_000L;

  /** The delay of the fault. */
  private static final long FAULT_NANOS = 500_000_000;

  @TempDir private Path home;

  @Test
  void whatHoldsReplicationUpHoldsUpWhoWaitsForIt() throws Exception {
    String delay =
        String.format(Locale.ROOT, " --set cluster.container.replication-delay=%dms", DELAY_MILLIS);
    long synchronous = fastest("--replication sync --set cluster.container.network=pod");
    long delayed = fastest("--replication sync" + delay);
    long asynchronous = fastest("--replication async" + delay);
    assertThat(delayed).isBetween(DELAY_NANOS, DELAY_NANOS * 4);
    assertThat(synchronous).isLessThan(DELAY_NANOS);
    assertThat(asynchronous).isLessThan(DELAY_NANOS);
  }

  @Test
  void aPlannedDelayHoldsUpWhatIsSentMeanwhile() throws Exception {
    List<String> flags =
        new ArrayList<>(
            List.of(
                ("-w 2 --rate 50/s --warmup 1s --duration 12s --replication sync"
                        + " --set limits.achieved=0 --fault")
                    .split(" ", -1)));
    flags.addAll(List.of("delay slave at 3s for 4s"));
    flags.addAll(List.of(Docker.flags("5.5.0")));
    ResultDirectory result = Bench.run(home, flags.toArray(String[]::new)).measured();
    JsonNode fault = result.json().at("/plannedFaults/faults/0");
    assertThat(fault.path("events").findValuesAsText("text"))
        .containsExactly("slave: replication delayed", "slave: replication back to its speed");
    Histogram service = result.latencies("service");
    long slow = service.getCountBetweenValues(FAULT_NANOS, service.getMaxValue());
    // Two senders, of which each sends one message at a time.
    assertThat(slow).isBetween(2L, service.getTotalCount() - 1);
    assertThat(fault.path("late").asLong()).isGreaterThanOrEqualTo(slow);
    Accounts.of(result).areComplete();
  }

  /** The shortest service time, which other load on the machine affects least. */
  private long fastest(String more) throws Exception {
    return Bench.run(
            Files.createTempDirectory(home, "run"),
            Stream.concat(
                    Stream.of(Docker.flags("5.5.0")),
                    Stream.of(("-w 1 --warmup 0s --duration 4s " + more).split(" ", -1)))
                .toArray(String[]::new))
        .measured()
        .latencies("service")
        .getMinValue();
  }
}
