package io.brokerbench.mqtt;

import io.brokerbench.driver.ConnectionFailedException;
import io.brokerbench.driver.IdleConnection;
import io.brokerbench.mqtt.connect.BulkConnector;
import io.brokerbench.mqtt.connect.ClientConnection;
import io.brokerbench.mqtt.connect.MqttOptions;
import io.brokerbench.mqtt.connect.MqttRefusal;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A connection that may subscribe to a topic of its own, to which nothing is published. */
record MqttIdleConnection(MqttOptions options, ClientConnection client, String topic)
    implements IdleConnection {

  /**
   * Connects.
   *
   * @param topic to subscribe to
   */
  static MqttIdleConnection open(MqttOptions options, ClientConnection client, String topic)
      throws ConnectionFailedException, InterruptedException {
    MqttIdleConnection connection = new MqttIdleConnection(options, client, topic);
    try {
      connection.await(client.connect());
      return connection;
    } catch (Throwable e) {
      CompletableFuture<Void> unused = client.disconnect();
      throw e;
    }
  }

  @Override
  public void subscribe() throws ConnectionFailedException, InterruptedException {
    for (int code : await(client.subscribe(List.of(topic), options.subscribeQos()))) {
      if (MqttRefusal.isRefused(code)) {
        throw new ConnectionFailedException("SUBACK-" + code, null);
      }
    }
  }

  private <T> T await(CompletableFuture<T> answer)
      throws ConnectionFailedException, InterruptedException {
    try {
      return answer.get(options.access().connectTimeout().toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new ConnectionFailedException("client-timeout", e);
    } catch (ExecutionException e) {
      throw new ConnectionFailedException(MqttRefusal.connackCode(e), e);
    }
  }

  @Override
  public boolean isOpen() {
    return client.isOpen();
  }

  @Override
  public void close() {
    BulkConnector.close(List.of(client));
  }
}
