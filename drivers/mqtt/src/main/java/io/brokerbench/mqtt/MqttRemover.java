package io.brokerbench.mqtt;

import io.brokerbench.address.HostPort;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.created.CreatedObject;
import io.brokerbench.driver.created.CreatedObject.Kind;
import io.brokerbench.driver.created.RecordedRun;
import io.brokerbench.driver.created.Remover;
import io.brokerbench.mqtt.connect.BulkConnector;
import io.brokerbench.mqtt.connect.ClientConnection;
import io.brokerbench.mqtt.connect.ClientConnections;
import io.brokerbench.mqtt.connect.ClientIdentity;
import io.brokerbench.mqtt.connect.MqttOptions;
import io.brokerbench.record.RandomId;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Removes sessions and retained messages of earlier runs. MQTT has no request that reports either,
 * so all are assumed to exist. Their names are unique to their runs, unless a setting named the
 * topics.
 */
record MqttRemover(ClientConnections clients, MqttOptions options) implements Remover {

  @Override
  public State state(RecordedRun run, CreatedObject object) {
    return State.UNUSED;
  }

  @Override
  public State remove(CreatedObject object) throws BrokerException, InterruptedException {
    boolean session = object.kind() == Kind.SESSION;
    // A clean session with the same client id replaces a persistent one.
    ClientConnection client =
        clients.client(
            new ClientIdentity(
                session ? object.plainName() : options.clientId(RandomId.ofName()),
                HostPort.parse(object.broker()),
                false),
            true,
            (topic, body, qos, again) -> {});
    try {
      new BulkConnector(1, 0, options.access().connectTimeout())
          .forEach(
              List.of(client),
              each ->
                  each.connect()
                      .thenCompose(
                          connected ->
                              session
                                  ? CompletableFuture.completedFuture(null)
                                  : each.clear(object.plainName())),
              "removing",
              line -> {});
      return State.GONE;
    } finally {
      BulkConnector.close(List.of(client));
    }
  }

  @Override
  public void close() {
    clients.close();
  }
}
