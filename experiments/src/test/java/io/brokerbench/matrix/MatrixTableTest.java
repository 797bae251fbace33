package io.brokerbench.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.ceiling.CeilingLatency;
import io.brokerbench.ceiling.Ceilings;
import io.brokerbench.ceiling.Ceilings.Bandwidth;
import io.brokerbench.ceiling.Ceilings.Forces;
import io.brokerbench.ceiling.Ceilings.GroupedForces;
import io.brokerbench.testkit.PartialRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MatrixTableTest {

  private static final Ceilings CEILINGS =
      new Ceilings(
          new CeilingLatency(200_000, 25, 40),
          new CeilingLatency(5_000, 53_000, 80_000),
          new Forces(400, new CeilingLatency(800, 2_400_000, 3_100_000)),
          new GroupedForces(8, 2_000, 390.5),
          new Bandwidth(256L << 20, 100 << 20),
          new CeilingLatency(20_000, 21_000, 45_000),
          new Bandwidth(1L << 32, 1L << 31));

  /** Three groups receive each message. */
  @Test
  void theDiskForcesWhatIsAcknowledgedHoweverOftenItIsReceived(@TempDir Path results)
      throws Exception {
    Matrix matrix = new Matrix(Map.of("n", List.of("1")), List.of(), 1, 1, OptionalDouble.empty());
    MatrixDirectory directory =
        MatrixDirectory.resumeOrCreate(
            results, "test", "x", matrix.cells(), Optional.empty(), Instant.EPOCH);
    Path run = directory.path().resolve("20261122T030000Z-" + matrix.cells().get(0).name());
    Files.createDirectory(run);
    Files.writeString(
        run.resolve("run.json"),
        PartialRun.complete(
            """
            {"command": "consumer", "promise": {"onDisk": true},
             "workload": {"load": {"threads": 1}, "consume": {"groups": 3}},
             "throughput": {"achievedPerSecond": 200, "ackedPerSecond": 200,
                            "receivedPerSecond": 600}}
            """));
    assertThat(new MatrixTable(directory, Optional.of(CEILINGS)).notes())
        .containsExactly("n=1: 50 % of what this disk's fsync allows");
  }
}
