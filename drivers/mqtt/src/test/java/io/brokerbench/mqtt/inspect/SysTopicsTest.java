package io.brokerbench.mqtt.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.address.HostPort;
import io.brokerbench.driver.Completion;
import io.brokerbench.mqtt.TestOptions;
import io.brokerbench.mqtt.connect.ClientConnection;
import io.brokerbench.mqtt.connect.ClientConnections;
import io.brokerbench.mqtt.connect.ClientIdentity;
import io.brokerbench.mqtt.connect.MessageListener;
import io.brokerbench.mqtt.connect.MqttOptions;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Moments that a real broker shows once in fifty runs. */
final class SysTopicsTest {

  /** Its ticks fall around the messages that it takes: of every second one also before its echo. */
  private static final class Ticking implements ClientConnections, ClientConnection {

    private final int messageBytes;
    private long received = 41;
    private MessageListener inbox = (topic, body, qos, again) -> {};

    Ticking(int messageBytes) {
      this.messageBytes = messageBytes;
    }

    @Override
    public ClientConnection client(ClientIdentity identity, boolean clean, MessageListener takes) {
      inbox = takes;
      return this;
    }

    @Override
    public void publish(String topic, byte[] body, Completion completion) {
      boolean between = received++ % 2 == 1;
      if (between) {
        tell();
      }
      inbox.arrived(topic, body, 0, false);
      if (!between) {
        tell();
      }
    }

    private void tell() {
      tell("messages", received);
      tell("bytes", received * messageBytes);
    }

    private void tell(String what, long count) {
      inbox.arrived(
          "$SYS/broker/publish/" + what + "/received",
          Long.toString(count).getBytes(StandardCharsets.US_ASCII),
          0,
          false);
    }

    @Override
    public CompletableFuture<Void> connect() {
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public CompletableFuture<Void> clear(String topic) {
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletableFuture<List<Integer>> subscribe(List<String> filters, int qos) {
      return CompletableFuture.completedFuture(List.of(0));
    }

    @Override
    public CompletableFuture<Void> disconnect() {
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public String release() {
      return "none";
    }

    @Override
    public int connectingAtOnce() {
      return 1;
    }

    @Override
    public void close() {}
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void aCountThatComesRightAtTheMarkerIsNotMissed(int qos) throws Exception {
    MqttOptions options = TestOptions.of("mqtt.qos=" + qos);
    Ticking broker = new Ticking(options.messageBytes());
    try (SysTopics topics =
        SysTopics.of(broker, new HostPort("127.0.0.1", 1883), "test", options)) {
      assertThat(topics.settled()).isEqualTo(Map.of("receivedMessages", 41L));
      broker.received += 7;
      assertThat(topics.settled()).isEqualTo(Map.of("receivedMessages", 48L));
    }
  }

  @ParameterizedTest
  @CsvSource({"mqtt.qos=1, true", "mqtt.qos=2, false", "mqtt.retained=true, false"})
  void bytesAreNoNumberOfMessagesOfDifferentSizes(String setting, boolean counted)
      throws Exception {
    MqttOptions options = TestOptions.of(setting, "message.size=100 50%, 1KiB 50%");
    Ticking broker = new Ticking(options.messageBytes());
    try (SysTopics topics =
        SysTopics.of(broker, new HostPort("127.0.0.1", 1883), "test", options)) {
      assertThat(topics.settled().containsKey("receivedMessages")).isEqualTo(counted);
    }
  }

  @Test
  void aBrokerThatBeganAnewDoesNotTell() throws Exception {
    MqttOptions options = TestOptions.of("mqtt.qos=1");
    Ticking broker = new Ticking(options.messageBytes());
    try (SysTopics topics =
        SysTopics.of(broker, new HostPort("127.0.0.1", 1883), "test", options)) {
      assertThat(topics.settled()).containsKey("receivedMessages");
      broker.received = 3;
      broker.tell();
      broker.received = 1000;
      assertThat(topics.settled()).isEmpty();
    }
  }
}
