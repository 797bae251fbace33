package io.brokerbench.mqtt.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.driver.BrokerException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(120)
final class BulkConnectorTest {

  private static final int AT_ONCE = 4;

  private final Set<Integer> begun = ConcurrentHashMap.newKeySet();

  @Test
  void allAreDone() throws Exception {
    forEach(100, i -> CompletableFuture.completedFuture(null));
    assertThat(begun).hasSize(100);
  }

  @Test
  void aRefusalEndsItAndTheRestIsNotBegun() {
    assertThatThrownBy(
            () ->
                forEach(
                    100,
                    i ->
                        i < 10
                            ? CompletableFuture.completedFuture(null)
                            : CompletableFuture.failedFuture(new BrokerException("no " + i))))
        .isInstanceOf(BrokerException.class)
        .hasMessageMatching("no 1\\d");
    assertThat(begun).hasSizeBetween(11, 10 + 2 * AT_ONCE);
  }

  @Test
  void anActionThatThrowsEndsItToo() {
    assertThatThrownBy(
            () ->
                forEach(
                    100,
                    i -> {
                      throw new OutOfMemoryError("unable to create native thread");
                    }))
        .isInstanceOf(BrokerException.class)
        .hasMessageContaining("unable to create native thread");
  }

  @Test
  void whoDoesNotAnswerIsNotWaitedForLongerThanSaid() {
    assertThatThrownBy(() -> forEach(100, i -> new CompletableFuture<>()))
        .isInstanceOf(BrokerException.class)
        .hasMessage("a connection was not answered within client.connect-timeout, 100 ms");
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "30, 1", "50, 1", "60, 11", "2000, 1951"})
  void aStallIsNotMadeUpForAtAHigherRate(long lateMillis, long nextMillis) {
    BulkConnector connector = new BulkConnector(AT_ONCE, 1_000, Duration.ofSeconds(1));
    long dueNanos = 7_000_000_000L;
    assertThat(connector.nextNanos(dueNanos, dueNanos + lateMillis * 1_000_000) - dueNanos)
        .isEqualTo(nextMillis * 1_000_000);
  }

  private void forEach(int count, Function<Integer, CompletableFuture<?>> action) throws Exception {
    new BulkConnector(AT_ONCE, 0, Duration.ofMillis(100))
        .forEach(
            IntStream.range(0, count).boxed().toList(),
            i -> {
              begun.add(i);
              return action.apply(i);
            },
            "doing",
            line -> {});
  }
}
