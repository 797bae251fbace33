package io.brokerbench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.driver.Driver;
import io.brokerbench.driver.Receiver;
import io.brokerbench.driver.memory.MemoryScript;
import io.brokerbench.record.MessageHeader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An exception on a consumer's way ends the run, wherever it comes from: it is no broker's. */
final class FailingConsumerTest {

  private final Path output;

  FailingConsumerTest(@TempDir Path output) {
    this.output = output;
  }

  private TestRun run(String... more) {
    List<String> all =
        new ArrayList<>(List.of("load.rate=500/s", "load.duration=4s", "consume.threads=1"));
    all.addAll(Arrays.asList(more));
    return new TestRun(output, all.toArray(new String[0]));
  }

  private static long sequence(byte[] body) {
    return MessageHeader.read(body).orElseThrow().sequence();
  }

  private static Driver failing(TestRun run, BiPredicate<byte[], Integer> deliveries) {
    return with(
        run,
        receiver ->
            (body, queue, born, stored, attempt) -> {
              if (deliveries.test(body, attempt)) {
                throw new IllegalArgumentException("thrown by the test");
              }
              return receiver.receive(body, queue, born, stored, attempt);
            });
  }

  private static Driver with(TestRun run, UnaryOperator<Receiver> around) {
    return (cluster, seat, progress) ->
        LyingSession.withReceiver(run.session(MemoryScript.honest()), around);
  }

  private static void assertEnds(TestRun run, Driver driver) {
    assertThatThrownBy(() -> run.with(driver))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("a consumer failed: java.lang.IllegalArgumentException: thrown by the test")
        .hasRootCauseMessage("thrown by the test");
    assertThat(run.cluster.closes).hasValue(1);
    assertThat(run.result).isNull();
  }

  @Test
  void whileItIsMeasured() {
    TestRun run = run();
    assertEnds(run, failing(run, (body, attempt) -> sequence(body) == 100));
  }

  @Test
  void inOneOfSeveralGroups() {
    TestRun run = run("consume.groups=3");
    assertEnds(
        run,
        (cluster, seat, progress) ->
            LyingSession.withReceivers(
                run.session(MemoryScript.honest()),
                (group, receiver) ->
                    (body, queue, born, stored, attempt) -> {
                      if (group == 2 && sequence(body) == 100) {
                        throw new IllegalArgumentException("thrown by the test");
                      }
                      return receiver.receive(body, queue, born, stored, attempt);
                    }));
  }

  @Test
  void whenAMessageComesAgain() {
    TestRun run = run("consume.fail=0.5");
    assertEnds(run, failing(run, (body, attempt) -> attempt == 1));
  }

  @Test
  void whileItDrains() {
    TestRun run = run();
    assertEnds(
        run,
        with(
            run,
            receiver ->
                (body, queue, born, stored, attempt) -> {
                  boolean drains =
                      run.steps.stream().anyMatch(step -> step.startsWith("draining: "));
                  if (drains) {
                    throw new IllegalArgumentException("thrown by the test");
                  }
                  return sequence(body) != 100
                      && receiver.receive(body, queue, born, stored, attempt);
                }));
  }

  /** The broker names a queue that the topic does not have, and the check of order fails. */
  @Test
  void inTheReceiverItself() {
    TestRun run = run();
    assertThatThrownBy(
            () ->
                run.with(
                    with(
                        run,
                        receiver ->
                            (body, queue, born, stored, attempt) ->
                                receiver.receive(body, 7, 0, 0, 0))))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("a consumer failed: java.lang.ArrayIndexOutOfBoundsException: ");
    assertThat(run.cluster.closes).hasValue(1);
  }
}
