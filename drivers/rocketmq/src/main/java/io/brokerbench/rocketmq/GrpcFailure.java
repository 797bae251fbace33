package io.brokerbench.rocketmq;

import apache.rocketmq.v2.Code;
import io.brokerbench.record.Outcome;
import java.net.ConnectException;
import java.util.concurrent.CompletionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.rocketmq.client.apis.ClientException;
import org.apache.rocketmq.shaded.io.grpc.Status;
import org.apache.rocketmq.shaded.io.grpc.StatusRuntimeException;

/** What a failed send through a proxy tells of its message. */
final class GrpcFailure {

  /** Codes from here on are failures of the proxy or of a broker behind it, as in HTTP. */
  private static final int SERVERS = 50_000;

  /** How the client begins its text where it was answered; it tells the code nowhere else. */
  private static final Pattern CODE =
      Pattern.compile("^\\[request-id=[^]]*, response-code=(\\d{1,9})]");

  private GrpcFailure() {}

  static Failure of(Throwable thrown) {
    Matcher told = CODE.matcher(String.valueOf(thrown.getMessage()));
    if (thrown instanceof ClientException && told.find()) {
      return ofCode(Integer.parseInt(told.group(1)));
    }
    if (thrown instanceof StatusRuntimeException status) {
      return ofTransport(status);
    }
    if (thrown instanceof IllegalArgumentException) {
      // The client's own checks: of the topic's type, of the message.
      return new Failure(Outcome.REJECTED, "client-illegal-message");
    }
    if (thrown instanceof InterruptedException) {
      return new Failure(Outcome.UNKNOWN, "client-interrupted");
    }
    boolean wraps = thrown instanceof ClientException || thrown instanceof CompletionException;
    return wraps && thrown.getCause() != null
        ? of(thrown.getCause())
        : new Failure(Outcome.UNKNOWN, "client-" + thrown.getClass().getSimpleName());
  }

  private static Failure ofCode(int number) {
    Code code = Code.forNumber(number);
    boolean rejected = number < SERVERS && code != Code.REQUEST_TIMEOUT;
    return new Failure(
        rejected ? Outcome.REJECTED : Outcome.UNKNOWN,
        code == null ? "CODE_" + number : code.name());
  }

  private static Failure ofTransport(StatusRuntimeException thrown) {
    Status.Code code = thrown.getStatus().getCode();
    if (code == Status.Code.DEADLINE_EXCEEDED) {
      return new Failure(Outcome.UNKNOWN, "client-timeout");
    }
    for (Throwable cause = thrown.getCause(); cause != null; cause = cause.getCause()) {
      if (cause instanceof ConnectException) {
        return new Failure(Outcome.REJECTED, "client-connect");
      }
    }
    return new Failure(Outcome.UNKNOWN, "client-grpc-" + code);
  }
}
