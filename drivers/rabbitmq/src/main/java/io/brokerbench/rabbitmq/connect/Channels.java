package io.brokerbench.rabbitmq.connect;

import com.rabbitmq.client.Channel;
import io.brokerbench.driver.BrokerException;
import java.io.IOException;

/** A source of open channels. */
@FunctionalInterface
public interface Channels {

  Channel channel() throws BrokerException;

  /**
   * Closes a channel without errors. If it is open, waits for the broker's answer, for as long as
   * for that to any request on a channel.
   */
  static void abort(Channel channel) {
    try {
      channel.abort();
    } catch (IOException e) {
      // The channel is closed already.
    }
  }
}
