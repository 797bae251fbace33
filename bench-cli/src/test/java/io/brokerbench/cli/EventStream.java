package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;

/** The events of a live page. */
final class EventStream implements AutoCloseable {

  private static final String EVENT = "event: ";
  private static final String DATA = "data: ";

  private final BufferedReader lines;

  private EventStream(BufferedReader lines) {
    this.lines = lines;
  }

  /** Opens those of a page, whose path ends in {@code live?run=DIRECTORY}. */
  static EventStream of(String page) throws IOException, InterruptedException {
    HttpResponse<InputStream> answer =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(URI.create(page.replace("/live?", "/events?"))).build(),
                BodyHandlers.ofInputStream());
    assertThat(answer.headers().firstValue("content-type").orElseThrow())
        .startsWith("text/event-stream");
    return new EventStream(
        new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8)));
  }

  /** An event. */
  record Event(String name, JsonNode data) {}

  /** The next event; comments are skipped. */
  Event next() throws IOException {
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith(EVENT)) {
        JsonNode data = new ObjectMapper().readTree(lines.readLine().substring(DATA.length()));
        return new Event(line.substring(EVENT.length()), data);
      }
    }
    throw new AssertionError("the events have ended");
  }

  /** The data of the next event, which has this name. */
  JsonNode next(String name) throws IOException {
    Event next = next();
    assertThat(next.name()).isEqualTo(name);
    return next.data();
  }

  /** The data of the next event of this name; others are skipped. */
  JsonNode await(String name) throws IOException {
    Event next = next();
    while (!next.name().equals(name)) {
      next = next();
    }
    return next.data();
  }

  /** Waits for a look that finds nothing. */
  void nothing() throws IOException {
    assertThat(lines.readLine()).isEqualTo(":");
  }

  /** Waits for the end, before which there is no further event. */
  void end() throws IOException {
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      assertThat(line).isIn("", ":");
    }
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
