package io.brokerbench.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.driver.BrokerException;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MemberTest {

  @Test
  void aChannelThatConsumesOnlySomeOfTheQueuesIsGivenUp() throws Exception {
    FakeChannel channel = new FakeChannel();
    channel.failing = "basicConsume";
    channel.failingCall = 2;
    Member member =
        new Member(
            TestOptions.of("driver=rabbitmq", "consume.threads=1"),
            channel::channel,
            List.of("q-1", "q-2"),
            new int[] {0, 1},
            delivery -> true,
            new Attempts());
    assertThatThrownBy(member::begin)
        .isInstanceOf(BrokerException.class)
        .hasMessage("queues cannot be consumed: failed");
    assertThat(channel.calls).endsWith("basicConsume", "basicConsume", "abort");
  }
}
