package io.brokerbench.ceiling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class LatencyTest {

  @Test
  void percentilesAreTimesThatOccurredWhateverTheirOrder() {
    long[] falling = LongStream.rangeClosed(1, 200).map(i -> 10 * (201 - i)).toArray();
    assertThat(Latency.of(falling)).isEqualTo(new Latency(200, 1000, 1980));
    assertThat(falling[0]).isEqualTo(2000);
  }

  @Test
  void oneTimeIsAllOfThem() {
    assertThat(Latency.of(new long[] {7})).isEqualTo(new Latency(1, 7, 7));
    assertThatIllegalArgumentException().isThrownBy(() -> Latency.of(new long[0]));
  }
}
