package io.brokerbench.rocketmq.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.driver.BrokerException;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.rocketmq.remoting.protocol.body.KVTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class ServedMessagesTest {

  @RegisterExtension
  private final LoopbackBroker server =
      new LoopbackBroker(request -> LoopbackBroker.success(figures()));

  private volatile Map<String, String> figures = figures(1, 10);

  ServedMessagesTest() throws IOException {}

  private static Map<String, String> figures(int began, int count) {
    return Map.of(
        "bootTimestamp", String.valueOf(began), "msgGetTotalTodayNow", String.valueOf(count));
  }

  private KVTable figures() {
    KVTable table = new KVTable();
    table.setTable(new HashMap<>(figures));
    return table;
  }

  private ServedMessages served(String... topics) throws BrokerException {
    return new ServedMessages(server.admin(), server.brokers(), List.of(topics));
  }

  @Test
  void theyCountFromTheStartOfTheSession() throws Exception {
    ServedMessages served = served("t");
    figures = figures(1, 17);
    assertThat(served.counts()).isEqualTo(Map.of("master", 7L, "slave", 7L));
  }

  @Test
  void ofABrokerThatWasRestartedTheyAreUnknown() throws Exception {
    ServedMessages served = served("t");
    figures = figures(2, 17);
    assertThat(served.counts()).isEmpty();
  }

  /** Which brokers leave out of their counters. */
  @Test
  void ofATopicOfRocketMqsOwnTheyAreUnknown() throws Exception {
    ServedMessages served = served("t", "BenchmarkTest");
    figures = figures(1, 17);
    assertThat(served.counts()).isEmpty();
  }
}
