package io.brokerbench.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class CheckupTableTest {

  @Test
  void everyCeilingAndEveryFindingHasALine() {
    List<String> lines =
        CheckupTable.lines(Sample.CHECKUP).stream()
            .map(each -> each.replaceAll(" +", " "))
            .toList();
    assertThat(lines)
        .containsExactly(
            "ceilings of this machine; disk: /data",
            "",
            " p50 p99 rate",
            "timer 25 ns 40 ns between two readings of the clock",
            "park 53.0 us 80.0 us overshoot of the shortest wait",
            "fsync 2.40 ms 3.10 ms 400/s 4 KiB appended and forced, one thread",
            "fsync, grouped 2,000/s 4 KiB appended, 8 threads that share 391 forces/s",
            "sequential write 100.0 MiB/s 1 MiB blocks, forced",
            "loopback round trip 21.0 us 45.0 us 1 KiB there and back, TCP",
            "loopback stream 2.0 GiB/s one TCP connection",
            "",
            "file system ext4 on /dev/vda",
            "docker not on the PATH needed for containers");
  }
}
