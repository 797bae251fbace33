package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A network delay between master and slave, and its effect on service times. */
@Tag("nightly")
@RequiresDocker
@Tag("alone")
final class ContainerDelayIT {

  private static final int DELAY_MILLIS = 20;
  private static final long DELAY_NANOS = DELAY_MILLIS * 1_000_000L;

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
