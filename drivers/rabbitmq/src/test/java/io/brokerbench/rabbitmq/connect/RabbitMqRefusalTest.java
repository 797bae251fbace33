package io.brokerbench.rabbitmq.connect;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RabbitMqRefusalTest {

  @ParameterizedTest
  @CsvSource({"540, true", "541, false"})
  void aBrokerThatCannotDoWhatWasAskedClosesTheConnection(int code, boolean notImplemented) {
    ShutdownSignalException signal =
        new ShutdownSignalException(
            true,
            false,
            new AMQP.Connection.Close.Builder()
                .replyCode(code)
                .replyText("NOT_IMPLEMENTED - cannot delete queue")
                .classId(50)
                .methodId(40)
                .build(),
            "connection");
    assertThat(RabbitMqRefusal.isNotImplemented(new IOException(signal))).isEqualTo(notImplemented);
  }
}
