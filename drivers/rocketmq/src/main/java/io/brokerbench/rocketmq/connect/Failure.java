package io.brokerbench.rocketmq.connect;

import io.brokerbench.record.SendOutcome;
import io.brokerbench.units.Causes;
import java.util.concurrent.RejectedExecutionException;
import java.util.regex.Pattern;
import org.apache.rocketmq.client.exception.MQBrokerException;
import org.apache.rocketmq.client.exception.MQClientException;
import org.apache.rocketmq.remoting.exception.RemotingConnectException;
import org.apache.rocketmq.remoting.exception.RemotingException;
import org.apache.rocketmq.remoting.exception.RemotingSendRequestException;
import org.apache.rocketmq.remoting.exception.RemotingTimeoutException;
import org.apache.rocketmq.remoting.exception.RemotingTooMuchRequestException;
import org.apache.rocketmq.remoting.protocol.ResponseCode;
import org.jspecify.annotations.Nullable;

/**
 * Classification of a failed send.
 *
 * @param outcome REJECTED only if the message is certainly not stored
 * @param kind name under which the failure is counted
 */
public record Failure(SendOutcome outcome, String kind) {

  /** Kind of a permanent refusal. */
  public static final String NO_PERMISSION = "NO_PERMISSION";

  /** Kind of a failure to find the brokers of a topic. */
  public static final String NO_ROUTE = "client-no-route";

  /** Kind of a message that the client does not send, such as one that is too large. */
  public static final String ILLEGAL_MESSAGE = "client-illegal-message";

  /** In the answers of releases 4.x to requests that they do not permit, before the reason. */
  private static final String ACL_EXCEPTION = "AclException: ";

  /** After the reason in these answers: the place in the broker's code. */
  private static final String ACL_PLACE = ", org.apache.rocketmq.";

  /** Reasons to refuse an account whatever it asks for, in the words of ACL 1.0 and 2.0. */
  private static final Pattern WRONG_ACCOUNT =
      Pattern.compile(
          "signature|No acl ?config|No accessKey|User:\\S* is not found|is disable|username",
          Pattern.CASE_INSENSITIVE);

  /**
   * First line of the exception's message: the client appends a link to its FAQ. If the broker does
   * not permit the request, only the broker's reason.
   */
  public static String text(Throwable thrown) {
    String refusal = refusal(thrown);
    if (refusal == null) {
      return Causes.line(thrown);
    }
    return isWrongAccount(thrown)
        ? refusal + "; check client.acl.access-key (-ak) and client.acl.secret-key (-sk)"
        : refusal;
  }

  /** Whether a broker refuses the request because of the client's account. */
  public static boolean isNotPermitted(Throwable thrown) {
    for (Throwable each = thrown; each != null; each = each.getCause()) {
      if (refusal(each) != null) {
        return true;
      }
    }
    return false;
  }

  /** Whether a broker refuses every request of the client's account: its secret may be wrong. */
  public static boolean isWrongAccount(Throwable thrown) {
    String refusal = refusal(thrown);
    return refusal != null && WRONG_ACCOUNT.matcher(refusal).find();
  }

  /** The broker's reason not to permit a request; null if it failed for anything else. */
  private static @Nullable String refusal(Throwable thrown) {
    if (thrown instanceof MQBrokerException broker) {
      return refusal(broker.getResponseCode(), String.valueOf(broker.getErrorMessage()));
    }
    if (thrown instanceof MQClientException client) {
      return refusal(client.getResponseCode(), String.valueOf(client.getErrorMessage()));
    }
    return null;
  }

  /** Releases 4.x have no response code for requests that an account may not make. */
  private static @Nullable String refusal(int code, String remark) {
    if (code == ResponseCode.NO_PERMISSION) {
      return remark.replaceFirst("\\.$", "");
    }
    int reason = remark.indexOf(ACL_EXCEPTION);
    if (code != ResponseCode.SYSTEM_ERROR || reason < 0) {
      return null;
    }
    int place = remark.indexOf(ACL_PLACE, reason);
    return remark.substring(reason + ACL_EXCEPTION.length(), place < 0 ? remark.length() : place);
  }

  public static Failure of(Throwable thrown) {
    if (isNotPermitted(thrown)) {
      return new Failure(SendOutcome.REJECTED, NO_PERMISSION);
    }
    if (thrown instanceof MQBrokerException broker) {
      return ofCode(broker.getResponseCode());
    }
    if (thrown instanceof RemotingTimeoutException) {
      return new Failure(SendOutcome.UNKNOWN, "client-timeout");
    }
    if (thrown instanceof RemotingConnectException) {
      return new Failure(SendOutcome.REJECTED, "client-connect");
    }
    // The latter if the client's queue for asynchronous sends is full.
    if (thrown instanceof RemotingTooMuchRequestException
        || thrown instanceof RejectedExecutionException) {
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
    if (thrown instanceof MQClientException client) {
      // The client wraps network failures; without a cause, nothing was sent.
      boolean illegal = client.getResponseCode() == ResponseCode.MESSAGE_ILLEGAL;
      return thrown.getCause() == null
          ? new Failure(SendOutcome.REJECTED, illegal ? ILLEGAL_MESSAGE : NO_ROUTE)
          : of(thrown.getCause());
    }
    return ofClass(thrown);
  }

  /**
   * Of a send that the client repeats. It reports the failure of the last attempt: an earlier one
   * may have stored the message, unless the client failed without any.
   */
  public static Failure ofLastAttempt(Throwable thrown) {
    Failure last = of(thrown);
    boolean attempted = !(thrown instanceof MQClientException) || thrown.getCause() != null;
    return attempted ? new Failure(SendOutcome.UNKNOWN, last.kind()) : last;
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
      case ResponseCode.TOPIC_NOT_EXIST -> new Failure(SendOutcome.REJECTED, "TOPIC_NOT_EXIST");
      case ResponseCode.FLOW_CONTROL -> new Failure(SendOutcome.REJECTED, "FLOW_CONTROL");
      // Includes "unknown error" of the message store: the message may be stored.
      case ResponseCode.SYSTEM_ERROR -> new Failure(SendOutcome.UNKNOWN, "SYSTEM_ERROR");
      default -> new Failure(SendOutcome.UNKNOWN, "CODE_" + code);
    };
  }
}
