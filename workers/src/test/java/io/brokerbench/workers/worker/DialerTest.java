package io.brokerbench.workers.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.workers.worker.Dialer.Failure;
import io.grpc.Status;
import java.net.SocketException;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

/** What follows from the reason why a worker has no connection. */
final class DialerTest {

  private static Failure failure(String message) {
    return Failure.of(
        new ExecutionException(
            Status.UNAVAILABLE.withCause(new SocketException(message)).asRuntimeException()));
  }

  /** As a machine has it that starts the worker before its network. */
  @Test
  void anUnreachableNetworkIsWaitedFor() {
    assertThat(failure("Network is unreachable: /10.0.0.10:7700"))
        .isEqualTo(new Failure(Failure.Kind.ABSENT, "it does not accept connections"));
  }

  @Test
  void aConnectionThatIsResetMayBeOneOfOtherCredentials() {
    assertThat(failure("Connection reset").kind()).isEqualTo(Failure.Kind.CLOSED);
  }
}
