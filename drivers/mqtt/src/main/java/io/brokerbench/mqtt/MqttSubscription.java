package io.brokerbench.mqtt;

import io.brokerbench.driver.Subscription;
import io.brokerbench.mqtt.connect.BulkConnector;
import io.brokerbench.mqtt.connect.ClientConnection;
import io.brokerbench.mqtt.connect.Subscriber;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The running subscribers of a group. */
public record MqttSubscription(
    List<ClientConnection> clients, List<Subscriber> subscribers, boolean shared)
    implements Subscription {

  /** Distribution of messages over the subscribers, for shared subscriptions. */
  @Override
  public Map<String, Long> counts() {
    Map<String, Long> counts = new LinkedHashMap<>();
    if (shared) {
      counts.put(
          "leastOfASubscriber",
          subscribers.stream().mapToLong(Subscriber::deliveries).min().orElse(0));
      counts.put(
          "mostOfASubscriber",
          subscribers.stream().mapToLong(Subscriber::deliveries).max().orElse(0));
    }
    return counts;
  }

  @Override
  public @Nullable Throwable failure() {
    return subscribers.stream()
        .map(Subscriber::failure)
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  @Override
  public void close() {
    BulkConnector.close(clients);
    subscribers.forEach(Subscriber::end);
  }
}
