package io.brokerbench.rocketmq.connect;

import io.brokerbench.record.SendOutcome;
import org.apache.rocketmq.client.exception.MQBrokerException;
import org.apache.rocketmq.client.exception.MQClientException;
import org.apache.rocketmq.remoting.exception.RemotingConnectException;
import org.apache.rocketmq.remoting.exception.RemotingException;
import org.apache.rocketmq.remoting.exception.RemotingSendRequestException;
import org.apache.rocketmq.remoting.exception.RemotingTimeoutException;
import org.apache.rocketmq.remoting.exception.RemotingTooMuchRequestException;
import org.apache.rocketmq.remoting.protocol.ResponseCode;

/**
 * Classification of a failed send.
 *
 * @param outcome REJECTED only if the message is certainly not stored
 * @param kind name under which the failure is counted
 */
public record Failure(SendOutcome outcome, String kind) {

  /** Kind of a permanent refusal. */
  public static final String NO_PERMISSION = "NO_PERMISSION";

  /** First line of the exception's message: the client appends a link to its FAQ. */
  public static String text(Throwable thrown) {
    return String.valueOf(thrown.getMessage()).lines().findFirst().orElse("");
  }

  public static Failure of(Throwable thrown) {
    if (thrown instanceof MQBrokerException broker) {
      return ofCode(broker.getResponseCode());
    }
    if (thrown instanceof RemotingTimeoutException) {
      return new Failure(SendOutcome.UNKNOWN, "client-timeout");
    }
    if (thrown instanceof RemotingConnectException) {
      return new Failure(SendOutcome.REJECTED, "client-connect");
    }
    if (thrown instanceof RemotingTooMuchRequestException) {
      return new Failure(SendOutcome.REJECTED, "client-too-many-requests");
    }
    if (thrown instanceof RemotingSendRequestException) {
      return new Failure(SendOutcome.UNKNOWN, "client-write");
    }
    if (thrown instanceof RemotingException) {
      return new Failure(SendOutcome.UNKNOWN, "client-remoting");
    }
    if (thrown instanceof InterruptedException) {
      return new Failure(SendOutcome.UNKNOWN, "client-interrupted");
    }
    if (thrown instanceof MQClientException) {
      // The client wraps network failures; without a cause, nothing was sent.
      return thrown.getCause() == null
          ? new Failure(SendOutcome.REJECTED, "client-no-route")
          : of(thrown.getCause());
    }
    return ofClass(thrown);
  }

  /** A failure of the client that has no kind of its own. */
  public static Failure ofClass(Throwable thrown) {
    return new Failure(SendOutcome.UNKNOWN, "client-" + thrown.getClass().getSimpleName());
  }

  private static Failure ofCode(int code) {
    return switch (code) {
      case ResponseCode.SYSTEM_BUSY -> new Failure(SendOutcome.REJECTED, "SYSTEM_BUSY");
      case ResponseCode.MESSAGE_ILLEGAL -> new Failure(SendOutcome.REJECTED, "MESSAGE_ILLEGAL");
      case ResponseCode.SERVICE_NOT_AVAILABLE ->
          new Failure(SendOutcome.REJECTED, "SERVICE_NOT_AVAILABLE");
      case ResponseCode.NO_PERMISSION -> new Failure(SendOutcome.REJECTED, NO_PERMISSION);
      case ResponseCode.TOPIC_NOT_EXIST -> new Failure(SendOutcome.REJECTED, "TOPIC_NOT_EXIST");
      case ResponseCode.FLOW_CONTROL -> new Failure(SendOutcome.REJECTED, "FLOW_CONTROL");
      // Includes "unknown error" of the message store: the message may be stored.
      case ResponseCode.SYSTEM_ERROR -> new Failure(SendOutcome.UNKNOWN, "SYSTEM_ERROR");
      default -> new Failure(SendOutcome.UNKNOWN, "CODE_" + code);
    };
  }
}
