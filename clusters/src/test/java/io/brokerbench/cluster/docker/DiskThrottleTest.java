package io.brokerbench.cluster.docker;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DiskThrottleTest {

  @ParameterizedTest
  @CsvSource({
    "true, 0, 254:0 wiops=10, 254:0 wiops=max",
    "true, 50, 254:0 wiops=10, 254:0 wiops=50",
    "true, 5, 254:0 wiops=5, 254:0 wiops=5",
    "false, 0, 254:0 10, 254:0 0",
    "false, 5, 254:0 5, 254:0 5",
  })
  void aSlowDiskIsNeverFasterThanItsLimit(
      boolean unified, long usual, String slow, String restored, @TempDir Path group)
      throws Exception {
    Path file = group.resolve("limit");
    DiskThrottle throttle = new DiskThrottle(file, "254:0", unified);
    throttle.slowDown(usual);
    assertThat(file).hasContent(slow);
    throttle.limit(usual);
    assertThat(file).hasContent(restored);
  }
}
