package io.brokerbench.rabbitmq;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import io.brokerbench.driver.BrokerException;
import java.io.IOException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A connection that several channels share, opened when the first is asked for. Thread-safe. */
final class Trunk implements Channels {

  private final Connections connections;
  private final String name;
  private int broker;
  private @Nullable Connection connection;

  /**
   * Not connected yet.
   *
   * @param broker to begin with; after a loss it is the one after it
   */
  Trunk(Connections connections, int broker, String name) {
    this.connections = connections;
    this.broker = broker;
    this.name = name;
  }

  /** Opens the connection before, if there is none. */
  @Override
  public synchronized Channel channel() throws BrokerException {
    if (connection == null || !connection.isOpen()) {
      connection = connections.connect(broker++, name);
    }
    try {
      Channel channel = connection.createChannel();
      if (channel == null) {
        throw new BrokerException(
            String.format(
                Locale.ROOT,
                "%s takes no more channels on a connection; set a smaller rabbitmq.channels-per-connection",
                connection.getAddress()));
      }
      return channel;
    } catch (IOException | RuntimeException e) {
      throw new BrokerException("no channel can be opened: " + Refusal.text(e), e);
    }
  }
}
