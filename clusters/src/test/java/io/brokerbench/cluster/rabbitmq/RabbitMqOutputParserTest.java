package io.brokerbench.cluster.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RabbitMqOutputParserTest {

  private static final String AT = "1> 2026-11-22 17:51:52.803126+00:00 [error] <0.136.0> ";

  @Test
  void allThatIsWrongInTheFileIsNamed() {
    assertThat(
            cause(
                (AT
                        + "You've tried to set x, but there is no setting with that name.\n"
                        + AT
                        + "Error preparing configuration in phase transform_datatypes:\n"
                        + AT
                        + "  - Conf file attempted to set unknown variable: x\n"
                        + AT
                        + "  - Conf file attempted to set unknown variable: y\n"
                        + "BOOT FAILED\n"
                        + AT
                        + "Error during startup: {error,failed_to_prepare_configuration}\n")
                    .lines()
                    .toList()))
        .contains(
            "Conf file attempted to set unknown variable: x;"
                + " Conf file attempted to set unknown variable: y");
  }

  @Test
  void aPortThatIsTakenIsNamed() {
    assertThat(
            cause(
                (AT
                        + "Failed to start Ranch listener {acceptor,{127,0,0,1},21001} in"
                        + " ranch_tcp:listen(#{socket_opts => [{port,21001}]}) for reason"
                        + " eaddrinuse (address already in use)\n"
                        + "BOOT FAILED\n")
                    .lines()
                    .toList()))
        .contains("port 21001: eaddrinuse (address already in use)");
  }

  @Test
  void otherwiseTheFirstErrorIsTheCause() {
    assertThat(
            cause(
                (AT
                        + "\n"
                        + AT
                        + "BOOT FAILED\n"
                        + AT
                        + "the reason\n"
                        + AT
                        + "more\nBOOT FAILED\n")
                    .lines()
                    .toList()))
        .contains("the reason");
  }

  @Test
  void errorsOfARunningNodeAreNoCause() {
    assertThat(cause((AT + "closing AMQP connection\n").lines().toList())).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "eheap_alloc: Cannot allocate 3936326656 bytes of memory (of type \"heap\").",
        "/bin/sh: 3: exec: rabbitmq-server: not found",
        "chmod: changing permissions of 'x': Operation not permitted",
      })
  void whatTheVirtualMachineOrTheShellSaysIsTheCause(String line) {
    assertThat(cause((AT + "other\n" + line + "\n").lines().toList())).contains(line);
  }

  private static Optional<String> cause(List<String> console) {
    return new RabbitMqOutputParser().cause(console, List.of());
  }
}
