package io.brokerbench.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.driver.Promise;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PromisesTest {

  @ParameterizedTest
  @CsvSource({
    "classic, true, 3, 1, true",
    "classic, true, 4, 1, false",
    "classic, false, 3, 1, false",
    "mirrored, true, 3, 2, true",
    "mirrored, false, 3, 2, false",
    "quorum, false, 3, 2, true",
    "quorum, true, 4, 2, true",
    "stream, true, 3, 2, false",
  })
  void followFromQueueAndReleaseAndPersistence(
      String type, boolean persistent, int release, int copies, boolean onDisk) throws Exception {
    Promise promise =
        Promises.of(
            TestOptions.of(
                "driver=rabbitmq",
                "rabbitmq.queue-type=" + type,
                "rabbitmq.persistent=" + persistent),
            release);
    assertThat(promise).isEqualTo(new Promise(true, onDisk, copies, promise.text()));
    assertThat(promise.text()).startsWith("basic.ack, " + type);
  }

  @Test
  void withoutConfirmsNothingIsPromisedButByACommit() throws Exception {
    Promise none = Promises.of(TestOptions.of("driver=rabbitmq", "load.mode=oneway"), 3);
    assertThat(none).isEqualTo(new Promise(false, false, 0, none.text()));
    Promise commit = Promises.of(TestOptions.of("driver=rabbitmq", "transaction.enabled=true"), 3);
    assertThat(commit.acknowledged()).isTrue();
    assertThat(commit.text()).startsWith("tx.commit-ok, ");
  }
}
