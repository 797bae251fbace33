package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs whose generator lacks processor time, so that they measure the machine rather than the
 * broker. Runs alone, because the test takes the processors from other tests too.
 */
@Tag("nightly")
@Tag("alone")
final class BusyMachineIT {

  /** Most of the measured time. */
  private static final int BUSY_SECONDS = 6;

  @TempDir private Path home;

  @Test
  void aRunBesideBusyLoopsIsNotValidAndSaysWhy() throws Exception {
    try (Bench bench =
        Bench.start(
            home, "-w", "4", "--warmup", "1s", "--duration", "0", "--set", "cluster.topology=1m")) {
      bench.awaitMeasured("acked", 100);
      try (BusyLoops loops = new BusyLoops(2 * Runtime.getRuntime().availableProcessors())) {
        loops.start();
        bench.awaitSeconds(bench.seconds() + BUSY_SECONDS);
      }
      bench.signal("INT");
      ResultDirectory result = bench.end().endedWith(130).result();
      assertThat(result.name()).containsAnyOf(".SUSPECT", ".INVALID");
      assertThat(result.reasons())
          .anyMatch(
              reason ->
                  reason.contains("processes outside the run used")
                      || reason.contains("threads waited for a processor"));
      Accounts.of(result).areComplete();
    }
  }
}
