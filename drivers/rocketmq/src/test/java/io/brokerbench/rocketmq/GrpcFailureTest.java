package io.brokerbench.rocketmq;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.record.SendOutcome;
import io.brokerbench.rocketmq.connect.Failure;
import java.net.ConnectException;
import java.util.concurrent.CompletionException;
import org.apache.rocketmq.client.apis.ClientException;
import org.apache.rocketmq.shaded.io.grpc.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class GrpcFailureTest {

  @ParameterizedTest
  @CsvSource({
    "40402, REJECTED, TOPIC_NOT_FOUND",
    "40800, UNKNOWN,  REQUEST_TIMEOUT",
    "41301, REJECTED, MESSAGE_BODY_TOO_LARGE",
    "42900, REJECTED, TOO_MANY_REQUESTS",
    "50001, UNKNOWN,  INTERNAL_SERVER_ERROR",
    "50401, UNKNOWN,  MASTER_PERSISTENCE_TIMEOUT",
    "59999, UNKNOWN,  CODE_59999",
  })
  void aCodeIsTheProxysOwnWord(int code, SendOutcome outcome, String kind) {
    ClientException output = new ClientException(code, "id", "text");
    assertThat(GrpcFailure.of(output)).isEqualTo(new Failure(outcome, kind));
    assertThat(GrpcFailure.of(new CompletionException(output)))
        .isEqualTo(new Failure(outcome, kind));
  }

  @Test
  void withoutAnAnswerOnlyAConnectionThatWasRefusedIsCertain() {
    Status unavailable = Status.UNAVAILABLE;
    assertThat(of(Status.DEADLINE_EXCEEDED))
        .isEqualTo(new Failure(SendOutcome.UNKNOWN, "client-timeout"));
    assertThat(of(unavailable))
        .isEqualTo(new Failure(SendOutcome.UNKNOWN, "client-grpc-UNAVAILABLE"));
    assertThat(of(unavailable.withCause(new ConnectException("refused"))))
        .isEqualTo(new Failure(SendOutcome.REJECTED, "client-connect"));
  }

  @Test
  void whatTheClientRefusesWasNotSent() {
    assertThat(GrpcFailure.of(new ClientException(new IllegalArgumentException("type"))))
        .isEqualTo(new Failure(SendOutcome.REJECTED, "client-illegal-message"));
    assertThat(GrpcFailure.of(new ClientException("no cause")))
        .isEqualTo(new Failure(SendOutcome.UNKNOWN, "client-ClientException"));
  }

  @Test
  void aTopicOfAnotherTypeHasAKindOfItsOwn() {
    IllegalArgumentException refusal =
        new IllegalArgumentException(
            "Current message type not match with topic accept message types, topic=t");
    assertThat(GrpcFailure.of(new ClientException(refusal)))
        .isEqualTo(new Failure(SendOutcome.REJECTED, "client-message-type"));
  }

  private static Failure of(Status status) {
    return GrpcFailure.of(new ClientException(status.asRuntimeException()));
  }
}
