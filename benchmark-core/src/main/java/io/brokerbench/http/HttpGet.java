package io.brokerbench.http;

import io.brokerbench.address.HttpAddress;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * GET requests over HTTP/1.1, each with a deadline for the whole answer: the timeout of Java's
 * client covers only its header. Thread-safe.
 */
public final class HttpGet {

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  /**
   * Sends a request.
   *
   * @param patience maximum time until the answer is complete
   * @param headers names and values in turn
   * @return the answer, with any status, for {@link #await}
   */
  public CompletableFuture<HttpResponse<String>> send(
      URI address, Duration patience, String... headers) {
    HttpRequest.Builder request;
    try {
      request = HttpRequest.newBuilder(HttpAddress.forClient(address));
    } catch (UnknownHostException | IllegalArgumentException e) {
      return CompletableFuture.failedFuture(e);
    }
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    CompletableFuture<HttpResponse<String>> exchange =
        client.sendAsync(request.build(), new LimitedBody());
    return exchange
        .copy()
        .orTimeout(patience.toMillis(), TimeUnit.MILLISECONDS)
        .whenComplete((answer, failure) -> exchange.cancel(true));
  }

  /**
   * Waits for an answer.
   *
   * @param patience of the request
   * @throws IOException with the reason, in one line, if there is none
   */
  public static <T> T await(CompletableFuture<T> asked, Duration patience)
      throws IOException, InterruptedException {
    try {
      return asked.get();
    } catch (ExecutionException e) {
      Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
      throw new IOException(reason(cause, patience), cause);
    }
  }

  private static String reason(Throwable cause, Duration patience) {
    if (cause instanceof TimeoutException) {
      return Text.of("no answer within %d s", patience.toSeconds());
    }
    return Objects.requireNonNullElse(
        cause.getMessage(),
        cause instanceof ConnectException ? "no connection" : cause.getClass().getSimpleName());
  }
}
