package io.brokerbench.rocketmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.brokerbench.driver.BrokerSends;
import io.brokerbench.record.SendOutcome;
import org.junit.jupiter.api.Test;

final class SendsByBrokerTest {

  @Test
  void eachBrokerHasItsOwnOutcomesAndTheRestIsUnknown() {
    SendsByBroker sends = new SendsByBroker();
    assertThat(sends.counts()).isEmpty();
    sends.of("broker-b").attempted(5);
    sends.of("broker-b").ended(SendOutcome.ACKED, 2);
    sends.of("broker-b").ended(SendOutcome.REJECTED, 1);
    sends.of("broker-b").ended(SendOutcome.UNKNOWN, 1);
    sends.of("broker-a").attempted(3);
    sends.of("broker-a").ended(SendOutcome.ACKED, 3);
    assertThat(sends.counts())
        .containsExactly(
            entry("broker-a", new BrokerSends(3, 3, 0)),
            entry("broker-b", new BrokerSends(5, 2, 1)));
  }
}
