package io.brokerbench.rocketmq.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class RuntimeFiguresTest {

  private static RuntimeFigures figures(String name, String value) {
    return new RuntimeFigures(Map.of(name, value));
  }

  private static final RuntimeFigures NONE = new RuntimeFigures(Map.of());

  @Test
  void amountsAreBytes() {
    assertThat(figures("remainHowManyDataToFlush", "512 B").unflushedBytes()).isEqualTo(512);
    assertThat(figures("remainHowManyDataToFlush", "1.5 MiB").unflushedBytes()).isEqualTo(3 << 19);
    assertThat(NONE.unflushedBytes()).isEqualTo(-1);
  }

  @Test
  void slowPutsTakeTenMillisecondsOrMore() {
    assertThat(
            figures(
                    "putMessageDistributeTime",
                    "[<=0ms]:70 [0~10ms]:20 [10~50ms]:7 [50~100ms]:0 [10s~]:3 ")
                .slowPutsPermille())
        .isEqualTo(100);
    assertThat(figures("putMessageDistributeTime", "[<=0ms]:0 ").slowPutsPermille()).isEqualTo(-1);
  }

  @Test
  void aSlaveIsBehindByTheDifferenceOfTheCommitLogs() {
    RuntimeFigures master = figures("commitLogMaxOffset", "1000");
    assertThat(master.lead(figures("commitLogMaxOffset", "900"))).isEqualTo(100);
    assertThat(master.lead(figures("commitLogMaxOffset", "1001"))).isZero();
    assertThat(master.lead(NONE)).isEqualTo(-1);
  }

  @Test
  void theDiskIsInPercent() {
    assertThat(figures("commitLogDiskRatio", "0.7012").diskUsedPercent()).isEqualTo(70);
    assertThat(NONE.diskUsedPercent()).isEqualTo(-1);
  }

  /** Brokers report each path, and the least of them: -1 if a path is missing. */
  @Test
  void ofSeveralDisksTheEmptiestCountsIfAllAreKnown() {
    assertThat(disks("0.81", "0.43", "0.43").diskUsedPercent()).isEqualTo(43);
    assertThat(disks("0.81", "-1.0", "-1.0").diskUsedPercent()).isEqualTo(-1);
  }

  private static RuntimeFigures disks(String first, String second, String least) {
    return new RuntimeFigures(
        Map.of(
            "commitLogDiskRatio_/a/commitlog", first,
            "commitLogDiskRatio_/b/commitlog", second,
            "commitLogDiskRatio", least));
  }
}
