package io.brokerbench.serve;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Server-sent events to one reader.
 *
 * @param out ends with the reader
 */
record LiveEvents(OutputStream out) {

  void send(String event, ObjectNode data) throws IOException {
    write("event: " + event + "\ndata: " + data + "\n\n");
  }

  /** Sends a comment, by which a reader who is gone is noticed. */
  void nothing() throws IOException {
    write(":\n\n");
  }

  private void write(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }
}
