package io.brokerbench.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class RandomIdTest {

  private static final int MANY = 1_000;

  @Test
  void namesHaveElevenLettersAndDigitsAndDiffer() {
    assertThat(Stream.generate(RandomId::ofName).limit(MANY))
        .doesNotHaveDuplicates()
        .allMatch(name -> name.matches("[0-9A-Za-z]{11}"));
  }

  @Test
  void runsUseAllBits() {
    int[] runs = IntStream.generate(RandomId::ofRun).limit(MANY).toArray();
    assertThat(IntStream.of(runs).reduce(0, (all, run) -> all | run)).isEqualTo(-1);
    assertThat(IntStream.of(runs).reduce(-1, (all, run) -> all & run)).isZero();
  }
}
