package io.brokerbench.rabbitmq;

import com.rabbitmq.client.Channel;
import io.brokerbench.driver.BrokerException;
import java.io.IOException;

/** Where open channels come from. */
@FunctionalInterface
interface Channels {

  /** Opens another one. */
  Channel channel() throws BrokerException;

  /** Lets go of one that is of no use any more. */
  static void abort(Channel channel) {
    try {
      channel.abort();
    } catch (IOException e) {
      // It is closed, then.
    }
  }
}
