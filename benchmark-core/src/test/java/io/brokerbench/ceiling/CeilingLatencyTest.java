package io.brokerbench.ceiling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class CeilingLatencyTest {

  @Test
  void percentilesAreTimesThatOccurredWhateverTheirOrder() {
    long[] falling = LongStream.rangeClosed(1, 200).map(i -> 10 * (201 - i)).toArray();
    assertThat(CeilingLatency.of(falling)).isEqualTo(new CeilingLatency(200, 1000, 1980));
    assertThat(falling[0]).isEqualTo(2000);
  }

  @Test
  void oneTimeIsAllOfThem() {
    assertThat(CeilingLatency.of(new long[] {7})).isEqualTo(new CeilingLatency(1, 7, 7));
    assertThatIllegalArgumentException().isThrownBy(() -> CeilingLatency.of(new long[0]));
  }
}
