package io.brokerbench.rocketmq;

import io.brokerbench.record.Outcome;
import org.apache.rocketmq.client.exception.MQBrokerException;
import org.apache.rocketmq.client.exception.MQClientException;
import org.apache.rocketmq.remoting.exception.RemotingConnectException;
import org.apache.rocketmq.remoting.exception.RemotingException;
import org.apache.rocketmq.remoting.exception.RemotingSendRequestException;
import org.apache.rocketmq.remoting.exception.RemotingTimeoutException;
import org.apache.rocketmq.remoting.exception.RemotingTooMuchRequestException;
import org.apache.rocketmq.remoting.protocol.ResponseCode;

/**
 * What a failed send tells of its message.
 *
 * @param outcome REJECTED only where the message is certainly not stored
 * @param kind under which it is counted
 */
record Failure(Outcome outcome, String kind) {

  /** The kind of a refusal that lasts. */
  static final String NO_PERMISSION = "NO_PERMISSION";

  /** What it says, in one line: the client adds where to read its questions and answers. */
  static String text(Throwable thrown) {
    return String.valueOf(thrown.getMessage()).lines().findFirst().orElse("");
  }

  static Failure of(Throwable thrown) {
    if (thrown instanceof MQBrokerException broker) {
      return ofCode(broker.getResponseCode());
    }
    if (thrown instanceof RemotingTimeoutException) {
      return new Failure(Outcome.UNKNOWN, "client-timeout");
    }
    if (thrown instanceof RemotingConnectException) {
      return new Failure(Outcome.REJECTED, "client-connect");
    }
    if (thrown instanceof RemotingTooMuchRequestException) {
      return new Failure(Outcome.REJECTED, "client-too-many-requests");
    }
    if (thrown instanceof RemotingSendRequestException) {
      return new Failure(Outcome.UNKNOWN, "client-write");
    }
    if (thrown instanceof RemotingException) {
      return new Failure(Outcome.UNKNOWN, "client-remoting");
    }
    if (thrown instanceof InterruptedException) {
      return new Failure(Outcome.UNKNOWN, "client-interrupted");
    }
    if (thrown instanceof MQClientException) {
      // The client wraps what happened on the wire; without a cause nothing was sent.
      return thrown.getCause() == null
          ? new Failure(Outcome.REJECTED, "client-no-route")
          : of(thrown.getCause());
    }
    return new Failure(Outcome.UNKNOWN, "client-" + thrown.getClass().getSimpleName());
  }

  private static Failure ofCode(int code) {
    return switch (code) {
      case ResponseCode.SYSTEM_BUSY -> new Failure(Outcome.REJECTED, "SYSTEM_BUSY");
      case ResponseCode.MESSAGE_ILLEGAL -> new Failure(Outcome.REJECTED, "MESSAGE_ILLEGAL");
      case ResponseCode.SERVICE_NOT_AVAILABLE ->
          new Failure(Outcome.REJECTED, "SERVICE_NOT_AVAILABLE");
      case ResponseCode.NO_PERMISSION -> new Failure(Outcome.REJECTED, NO_PERMISSION);
      case ResponseCode.TOPIC_NOT_EXIST -> new Failure(Outcome.REJECTED, "TOPIC_NOT_EXIST");
      case ResponseCode.FLOW_CONTROL -> new Failure(Outcome.REJECTED, "FLOW_CONTROL");
      // Among others the store's "unknown error": the message may be there.
      case ResponseCode.SYSTEM_ERROR -> new Failure(Outcome.UNKNOWN, "SYSTEM_ERROR");
      default -> new Failure(Outcome.UNKNOWN, "CODE_" + code);
    };
  }
}
