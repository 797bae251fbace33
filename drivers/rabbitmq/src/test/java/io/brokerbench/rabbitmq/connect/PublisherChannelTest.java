package io.brokerbench.rabbitmq.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.Channel;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.rabbitmq.FakeChannel;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

final class PublisherChannelTest {

  private final FakeChannel first = new FakeChannel();
  private final FakeChannel second = new FakeChannel();
  private final FakeChannel third = new FakeChannel();
  private final Queue<FakeChannel> channels = new ArrayDeque<>(List.of(first, second, third));

  private PublisherChannel<FakeChannel> link() throws BrokerException {
    FakeChannel[] latest = new FakeChannel[1];
    return new PublisherChannel<>(
        () -> {
          latest[0] = channels.remove();
          return latest[0].channel();
        },
        channel -> prepared(channel, latest[0]));
  }

  private static FakeChannel prepared(Channel channel, FakeChannel fake) throws IOException {
    channel.txSelect();
    return fake;
  }

  @Test
  void aChannelThatCannotBePreparedIsNeverGiven() throws Exception {
    PublisherChannel<FakeChannel> link = link();
    assertThat(link.get()).isSameAs(first);
    second.failing = "txSelect";
    link.drop();
    assertThat(link.get()).isNull();
    assertThat(second.calls).endsWith("txSelect", "abort");
    FakeChannel again = link.get();
    while (again == null) {
      Thread.sleep(10);
      again = link.get();
    }
    assertThat(again).isSameAs(third);
  }

  @Test
  void theFirstChannelIsGivenUpToo() {
    first.failing = "txSelect";
    assertThatThrownBy(this::link).isInstanceOf(BrokerException.class);
    assertThat(first.calls).endsWith("abort");
  }
}
