package io.brokerbench.rabbitmq.connect;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RabbitMqRefusalTest {

  /** What the client throws when the broker closes the connection. */
  private static IOException closed(int code, String text) {
    return new IOException(
        new ShutdownSignalException(
            true,
            false,
            new AMQP.Connection.Close.Builder()
                .replyCode(code)
                .replyText(text)
                .classId(50)
                .methodId(40)
                .build(),
            "connection"));
  }

  @ParameterizedTest
  @CsvSource({"540, true", "541, false"})
  void aBrokerThatCannotDoWhatWasAskedClosesTheConnection(int code, boolean notImplemented) {
    IOException refusal = closed(code, "NOT_IMPLEMENTED - cannot delete queue");
    assertThat(RabbitMqRefusal.isNotImplemented(refusal)).isEqualTo(notImplemented);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "404, NOT_FOUND - no queue 'q' in vhost '/', true",
        "404, NOT_FOUND - no exchange 'e' in vhost '/', true",
        "404, NOT_FOUND - home node 'r@b' of durable queue 'q' in vhost '/' is down or inaccessible, false",
        "404, NOT_FOUND - queue 'q' in vhost '/' process is stopped by supervisor, false",
        "403, ACCESS_REFUSED - access to queue 'q' in vhost '/' refused for user 'u', false",
      })
  void aQueueWhoseNodeIsDownIsNotMissing(int code, String text, boolean missing) {
    ShutdownSignalException signal =
        new ShutdownSignalException(
            false,
            false,
            new AMQP.Channel.Close.Builder()
                .replyCode(code)
                .replyText(text)
                .classId(50)
                .methodId(10)
                .build(),
            "channel");
    assertThat(RabbitMqRefusal.isMissing(new IOException(signal))).isEqualTo(missing);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "NOT_ALLOWED - access to vhost 'v' refused for user 'u': connection limit (10) is reached | ; raise it (rabbitmqctl set_vhost_limits",
        "NOT_ALLOWED - Connection refused for user 'u': user connection limit (10) is reached | ; raise it (rabbitmqctl set_vhost_limits",
        "NOT_ALLOWED - vhost v not found | ; check rabbitmq.virtual-host (v)",
        "NOT_ALLOWED - access to vhost 'v' refused for user 'u' | ; check rabbitmq.virtual-host (v)",
      })
  void aRefusedConnectionComesWithItsUsualCause(String text, String advice) {
    assertThat(RabbitMqRefusal.ofConnection(closed(AMQP.NOT_ALLOWED, text), "v"))
        .startsWith(text + advice);
  }
}
