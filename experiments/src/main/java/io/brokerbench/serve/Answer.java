package io.brokerbench.serve;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * The answer to a request.
 *
 * @param status of HTTP
 * @param type of the content
 * @param policy what a browser lets the content do: its Content-Security-Policy
 */
@SuppressWarnings("ArrayRecordComponent")
record Answer(int status, String type, String policy, byte[] body) {

  private static final int OK = 200;
  private static final String NOTHING =
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  /** Scripts, styles and data of this server, and forms for it. */
  private static final String OWN =
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self';"
          + " img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

  /** Scripts and styles of the page itself, and nothing else. */
  private static final String SELF_CONTAINED =
      NOTHING + "; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:";

  static Answer line(int status, String line) {
    return new Answer(status, "text/plain", NOTHING, bytes(line + "\n"));
  }

  /** A page or a file of this server. */
  static Answer own(String type, String text) {
    return new Answer(OK, type, OWN, bytes(text));
  }

  static Answer json(byte[] json) {
    return new Answer(OK, "application/json", NOTHING, json);
  }

  /** A page that needs no other file. */
  static Answer report(byte[] page) {
    return new Answer(OK, "text/html", SELF_CONTAINED, page);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  void send(HttpExchange request) throws IOException {
    try (OutputStream out = begin(request, status, type, policy, body.length)) {
      if (!isHead(request)) {
        out.write(body);
      }
    }
  }

  /** Starts an answer of events, which ends with its stream. */
  static OutputStream events(HttpExchange request) throws IOException {
    return begin(request, OK, "text/event-stream", NOTHING, 0);
  }

  private static boolean isHead(HttpExchange request) {
    return request.getRequestMethod().equals("HEAD");
  }

  /** With a length of 0, the stream ends the answer. */
  private static OutputStream begin(
      HttpExchange request, int status, String type, String policy, long length)
      throws IOException {
    Headers headers = request.getResponseHeaders();
    headers.set("Content-Type", type + "; charset=utf-8");
    headers.set("Content-Security-Policy", policy);
    headers.set("Cache-Control", "no-store");
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("Referrer-Policy", "no-referrer");
    request.sendResponseHeaders(status, isHead(request) ? -1 : length);
    return request.getResponseBody();
  }
}
