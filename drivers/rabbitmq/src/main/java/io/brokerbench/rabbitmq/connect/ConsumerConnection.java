package io.brokerbench.rabbitmq.connect;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.DefaultConsumer;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.ConnectionFailedException;
import io.brokerbench.driver.IdleConnection;
import java.io.IOException;

/**
 * A connection with a channel. It subscribes to an exclusive queue, which no message is routed to
 * and which brokers delete with the connection. For one thread at a time, except {@link #isOpen}.
 */
public record ConsumerConnection(Connection connection, Channel channel) implements IdleConnection {

  /**
   * Opens a connection and a channel.
   *
   * @param client its number, by which the brokers take turns
   */
  public static ConsumerConnection open(Connections connections, int client)
      throws ConnectionFailedException {
    Connection connection;
    try {
      connection = connections.connect(client, "client " + client, false);
    } catch (BrokerException e) {
      throw failure(e);
    }
    try {
      Channel channel = connection.createChannel();
      if (channel != null) {
        return new ConsumerConnection(connection, channel);
      }
    } catch (IOException | RuntimeException e) {
      Connections.abort(connection);
      throw failure(e);
    }
    Connections.abort(connection);
    throw new ConnectionFailedException("client-no-channel", null);
  }

  @Override
  public void subscribe() throws ConnectionFailedException {
    try {
      String queue = channel.queueDeclare().getQueue();
      String unused = channel.basicConsume(queue, true, new DefaultConsumer(channel));
    } catch (IOException | RuntimeException e) {
      throw failure(e);
    }
  }

  private static ConnectionFailedException failure(Exception thrown) {
    return new ConnectionFailedException(
        RabbitMqRefusal.reply(thrown).map(reply -> reply.split(" ", 2)[0]), thrown);
  }

  @Override
  public boolean isOpen() {
    return connection.isOpen();
  }

  @Override
  public void close() {
    Connections.abort(connection);
  }
}
