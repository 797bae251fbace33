package io.brokerbench.workers.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.file.BadInputException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class EndpointTest {

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1:7000, 127.0.0.1, 7000, true",
    "localhost:0, localhost, 0, true",
    "[::1]:7000, ::1, 7000, true",
    "0.0.0.0:7000, 0.0.0.0, 7000, false",
    "[::]:65535, ::, 65535, false",
    "192.0.2.1:7000, 192.0.2.1, 7000, false",
    "controller.invalid:7000, controller.invalid, 7000, false",
  })
  void readsHostAndPort(String text, String host, int port, boolean loopback) throws Exception {
    Endpoint endpoint = Endpoint.parse("--join", text);
    assertThat(endpoint).isEqualTo(new Endpoint(host, port)).hasToString(text);
    assertThat(endpoint.isLoopback()).isEqualTo(loopback);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"localhost", ":7000", "localhost:", "a:b:7", "a:65536", "::1:70", "a b:7"})
  void refusesWhatIsNoAddress(String text) {
    assertThatThrownBy(() -> Endpoint.parse("--join", text))
        .isInstanceOf(BadInputException.class)
        .hasMessage("--join: must be host:port, got \"" + text + "\"");
  }

  @Test
  void withoutCredentialsOnlyLoopbackIsAccepted() throws Exception {
    Credentials.requireFor("--join", new Endpoint("127.0.0.1", 7000), Optional.empty());
    assertThatThrownBy(
            () -> Credentials.requireFor("--listen", new Endpoint("0.0.0.0", 7), Optional.empty()))
        .isInstanceOf(BadInputException.class)
        .hasMessage(
            "--listen: 0.0.0.0:7 is not a loopback address, so it needs --credentials; bench worker"
                + " credentials DIR makes them");
  }
}
