package io.brokerbench.mqtt.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.driver.BrokerException;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class PolledCountsTest {

  /** A broker that may stop answering. */
  private static final class Source implements PolledCounts.Source {

    volatile boolean silent;

    @Override
    public Map<String, Long> read() throws BrokerException {
      if (silent) {
        throw new BrokerException("no answer");
      }
      return Map.of(CountSource.RECEIVED, 5L, "sentMessages", 7L);
    }

    @Override
    public void close() {}
  }

  @Test
  void onlyAnAnswerIsAReading() throws Exception {
    Source broker = new Source();
    try (PolledCounts counts = new PolledCounts(broker)) {
      broker.silent = true;
      // Waits for a reading that is under way.
      assertThat(counts.settled()).containsOnly(Map.entry("sentMessages", 7L));
      long before = counts.readings().orElseThrow();
      assertThat(counts.settled()).doesNotContainKey(CountSource.RECEIVED);
      assertThat(counts.readings()).hasValue(before);
      broker.silent = false;
      assertThat(counts.settled()).containsEntry(CountSource.RECEIVED, 5L);
      assertThat(counts.readings().orElseThrow()).isGreaterThan(before);
    }
  }
}
