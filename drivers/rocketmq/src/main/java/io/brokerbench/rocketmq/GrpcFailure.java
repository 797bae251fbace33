package io.brokerbench.rocketmq;

import apache.rocketmq.v2.Code;
import io.brokerbench.record.SendOutcome;
import io.brokerbench.rocketmq.connect.Failure;
import io.brokerbench.units.Causes;
import java.net.ConnectException;
import java.util.concurrent.CompletionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.rocketmq.client.apis.ClientException;
import org.apache.rocketmq.shaded.io.grpc.Status;
import org.apache.rocketmq.shaded.io.grpc.StatusRuntimeException;

/** Classifies failed sends through a proxy. */
final class GrpcFailure {

  /** Codes from here on are failures of the proxy or of a broker behind it, like HTTP's 5xx. */
  private static final int SERVERS = 50_000;

  /** Start of the client's message if the proxy answered; the only place that has the code. */
  private static final Pattern CODE =
      Pattern.compile("^\\[request-id=[^]]*, response-code=(\\d{1,9})]");

  /** Start of the client's message if the topic's type is not that of the message. */
  private static final String OTHER_TYPE = "Current message type not match";

  private GrpcFailure() {}

  static Failure of(Throwable thrown) {
    Matcher match = CODE.matcher(String.valueOf(thrown.getMessage()));
    if (thrown instanceof ClientException && match.find()) {
      return ofCode(Integer.parseInt(match.group(1)));
    }
    if (thrown instanceof StatusRuntimeException status) {
      return ofTransport(status);
    }
    if (thrown instanceof IllegalArgumentException) {
      // The client's own checks.
      boolean ofType = String.valueOf(thrown.getMessage()).startsWith(OTHER_TYPE);
      return new Failure(
          SendOutcome.REJECTED, ofType ? "client-message-type" : Failure.ILLEGAL_MESSAGE);
    }
    if (thrown instanceof InterruptedException) {
      return new Failure(SendOutcome.UNKNOWN, "client-interrupted");
    }
    boolean wraps = thrown instanceof ClientException || thrown instanceof CompletionException;
    return wraps && thrown.getCause() != null ? of(thrown.getCause()) : Failure.ofClass(thrown);
  }

  private static Failure ofCode(int number) {
    Code code = Code.forNumber(number);
    boolean rejected = number < SERVERS && code != Code.REQUEST_TIMEOUT;
    return new Failure(
        rejected ? SendOutcome.REJECTED : SendOutcome.UNKNOWN,
        code == null ? "CODE_" + number : code.name());
  }

  private static Failure ofTransport(StatusRuntimeException thrown) {
    Status.Code code = thrown.getStatus().getCode();
    if (code == Status.Code.DEADLINE_EXCEEDED) {
      return new Failure(SendOutcome.UNKNOWN, "client-timeout");
    }
    return Causes.find(thrown, ConnectException.class).isPresent()
        ? new Failure(SendOutcome.REJECTED, "client-connect")
        : new Failure(SendOutcome.UNKNOWN, "client-grpc-" + code);
  }
}
