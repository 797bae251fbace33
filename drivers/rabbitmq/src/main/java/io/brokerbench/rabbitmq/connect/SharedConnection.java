package io.brokerbench.rabbitmq.connect;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.units.Text;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A connection shared by several channels, opened with the first channel. Thread-safe. */
public final class SharedConnection implements Channels {

  /** What the channels are for. */
  public enum Use {
    PUBLISHERS,
    CONSUMERS,
    OTHER
  }

  private final Connections connections;
  private final String name;
  private final Use use;
  private int broker;
  private @Nullable Connection connection;

  /**
   * Creates a connection that is not open.
   *
   * @param broker index of the first broker; after each loss, the next broker is used
   * @param use of the load, unless it is another: then it is an incident if a broker closes a
   *     channel
   */
  public SharedConnection(Connections connections, int broker, String name, Use use) {
    this.connections = connections;
    this.broker = broker;
    this.name = name;
    this.use = use;
  }

  /** Opens a channel, and the connection if it is not open. */
  @Override
  public synchronized Channel channel() throws BrokerException {
    if (connection == null || !connection.isOpen()) {
      connection = connections.connect(broker++, name, use == Use.PUBLISHERS);
    }
    try {
      Channel channel = connection.createChannel();
      if (channel == null) {
        throw new BrokerException(
            Text.of(
                "%s takes no more channels on a connection; set a smaller rabbitmq.channels-per-connection",
                connection.getAddress()));
      }
      if (use != Use.OTHER) {
        channel.addShutdownListener(connections::channelClosed);
      }
      return channel;
    } catch (IOException | RuntimeException e) {
      throw new BrokerException("no channel can be opened: " + RabbitMqRefusal.text(e), e);
    }
  }
}
