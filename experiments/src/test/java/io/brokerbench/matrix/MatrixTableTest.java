package io.brokerbench.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.doctor.Sample;
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
    assertThat(new MatrixTable(directory, Optional.of(Sample.CEILINGS)).notes())
        .containsExactly("n=1: 50 % of what this disk's fsync allows");
  }
}
