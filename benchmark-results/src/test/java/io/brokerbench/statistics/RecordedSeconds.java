package io.brokerbench.statistics;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * A figure of a real run, second by second from its cold start on.
 *
 * @param name of the run
 * @param command its command
 * @param figure rate (per second), service or response (nanoseconds, 0 without messages)
 * @param values of the figure
 */
public record RecordedSeconds(String name, String command, String figure, List<Double> values) {

  /** All that are kept. */
  public static List<RecordedSeconds> all() {
    try (InputStream in =
        Objects.requireNonNull(RecordedSeconds.class.getResourceAsStream("seconds.txt"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split(" \\| ", -1))
          .map(
              parts ->
                  new RecordedSeconds(
                      parts[0],
                      parts[2],
                      parts[3],
                      Stream.of(parts[4].split(" ", -1)).map(Double::valueOf).toList()))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether a schedule set the rate. */
  public boolean openLoop() {
    return command.contains("--rate");
  }

  /** Those by which runs are judged: rates of closed loops, responses of open ones. */
  public boolean judged() {
    return figure.equals(openLoop() ? "response" : "rate");
  }

  /** The values, latencies as their reciprocals. */
  public List<Double> speeds() {
    return figure.equals("rate")
        ? values
        : values.stream().map(nanos -> nanos > 0 ? 1e9 / nanos : 0).toList();
  }

  /** The last of these values. */
  public List<Double> last(int seconds) {
    return speeds().subList(values.size() - seconds, values.size());
  }
}
