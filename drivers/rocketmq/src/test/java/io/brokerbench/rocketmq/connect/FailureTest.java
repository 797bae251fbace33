package io.brokerbench.rocketmq.connect;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.record.SendOutcome;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.apache.rocketmq.client.exception.MQBrokerException;
import org.apache.rocketmq.client.exception.MQClientException;
import org.apache.rocketmq.remoting.protocol.ResponseCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FailureTest {

  private static final String PLACE =
      ", org.apache.rocketmq.acl.plain.PlainPermissionManager.checkPerm(PlainPermissionManager.java:605)";

  /** Answers of releases 4.9.7 (code 1) and 5.5.0 (code 16). */
  @ParameterizedTest
  @CsvSource({
    "1,  'AclException: ', No default permission for topic:orders, false",
    "1,  'AclException: ', Check signature failed for accessKey=sending, true",
    "1,  'AclException: ', No acl config for sending, true",
    "16, '', User:sending has no permission to access Topic:orders from 127.0.0.1, false",
    "16, '', check signature failed, true",
    "16, '', User:sending is not found, true",
  })
  void aRefusalIsOfTheRequestOrOfTheAccount(
      int code, String begin, String reason, boolean wrongAccount) {
    String remark =
        code == 1 ? "org.apache.rocketmq.acl.common." + begin + reason + PLACE : reason + ".";
    MQBrokerException answer = new MQBrokerException(code, remark, "127.0.0.1:1");
    assertThat(Failure.of(answer)).isEqualTo(new Failure(SendOutcome.REJECTED, "NO_PERMISSION"));
    assertThat(Failure.isNotPermitted(new BrokerException("what", answer))).isTrue();
    assertThat(Failure.isNotPermitted(new MQClientException(code, remark))).isTrue();
    assertThat(Failure.isWrongAccount(answer)).isEqualTo(wrongAccount);
    assertThat(Failure.text(answer).strip())
        .isEqualTo(
            wrongAccount
                ? reason + "; check client.acl.access-key (-ak) and client.acl.secret-key (-sk)"
                : reason);
  }

  /** As the client reports it: nothing was sent. */
  @Test
  void aFullQueueForAsynchronousSendsIsARejection() {
    RejectedExecutionException full = new RejectedExecutionException("full");
    assertThat(Failure.of(new MQClientException("executor rejected ", full)))
        .isEqualTo(new Failure(SendOutcome.REJECTED, "client-too-many-requests"));
  }

  /** As the client reports it: a batch is larger than its bodies. */
  @Test
  void aMessageThatTheClientDoesNotSendHasAKindOfItsOwn() {
    MQClientException tooLarge =
        new MQClientException(
            ResponseCode.MESSAGE_ILLEGAL, "the message body size over max value, MAX: 4194304");
    assertThat(Failure.of(tooLarge))
        .isEqualTo(new Failure(SendOutcome.REJECTED, "client-illegal-message"));
  }

  /** As the client reports it after several attempts, of which an earlier one had no answer. */
  @Test
  void aRefusalOfTheLastAttemptDoesNotExcludeThatAnEarlierOneStoredTheMessage() {
    MQBrokerException refused = new MQBrokerException(16, "no permission", "127.0.0.1:1");
    MQClientException gone = new MQClientException("The broker[b] not exist", null);
    for (Exception last : List.of(refused, gone)) {
      assertThat(Failure.ofLastAttempt(new MQClientException("Send [3] times", last)).outcome())
          .isEqualTo(SendOutcome.UNKNOWN);
    }
    assertThat(Failure.ofLastAttempt(refused))
        .isEqualTo(new Failure(SendOutcome.UNKNOWN, "NO_PERMISSION"));
    assertThat(Failure.ofLastAttempt(new MQClientException("No route info of this topic", null)))
        .isEqualTo(new Failure(SendOutcome.REJECTED, "client-no-route"));
  }

  @Test
  void anyOtherErrorOfABrokerIsNoRefusal() {
    MQBrokerException answer = new MQBrokerException(1, "unknown error", "127.0.0.1:1");
    assertThat(Failure.of(answer)).isEqualTo(new Failure(SendOutcome.UNKNOWN, "SYSTEM_ERROR"));
    assertThat(Failure.isNotPermitted(answer)).isFalse();
    assertThat(Failure.isNotPermitted(new BrokerException("what"))).isFalse();
    assertThat(Failure.text(answer)).contains("CODE: 1").contains("unknown error");
  }
}
