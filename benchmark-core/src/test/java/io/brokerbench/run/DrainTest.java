package io.brokerbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.clock.ManualClock;
import io.brokerbench.driver.Session;
import io.brokerbench.driver.TestSession;
import io.brokerbench.generator.RunClients;
import io.brokerbench.generator.RunClients.DrainGoal;
import io.brokerbench.record.SendCount;
import io.brokerbench.results.Consumption.DrainEnd;
import io.brokerbench.workload.TestWorkload;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The end of a drain by counts, of 100 messages. */
final class DrainTest {

  private static final long SECOND_NANOS = 1_000_000_000;

  /** With a timeout of 6 s and an interval of 30 s, as RocketMQ's brokers. */
  private static final Session CHECKING_BACK =
      new TestSession() {
        @Override
        public Duration checkBackDelay() {
          return Duration.ofSeconds(36);
        }
      };

  /** With the fifth delay level, as RocketMQ's brokers. */
  private static final Session HOLDING_BACK =
      new TestSession() {
        @Override
        public Duration deliveryDelay() {
          return Duration.ofMinutes(1);
        }
      };

  private final ManualClock clock = new ManualClock();
  private Session session = CHECKING_BACK;
  private long messages;
  private long toBeResolved;
  private long resolutions;

  private Drain drain(String... settings) {
    RunClients clients =
        TestClients.answering(
            method ->
                switch (method) {
                  case "clock" -> clock;
                  case "drainGoal" -> new DrainGoal(new SendCount(100, 0), toBeResolved);
                  case "audited" -> session;
                  // All deliveries are the first ones of the workers that received them.
                  case "standing" -> TestClients.standing(messages, resolutions);
                  default -> throw new UnsupportedOperationException(method);
                });
    Drain drain = new Drain(TestWorkload.of(settings), clients);
    drain.begin();
    return drain;
  }

  @Test
  void ofOneProcessEndsWithTheLastMessage() {
    Drain drain = drain("consume.threads=1");
    messages = 99;
    assertThat(drain.over()).isFalse();
    messages = 100;
    assertThat(drain.over()).isTrue();
    assertThat(drain.endedBy()).isEqualTo(DrainEnd.COMPLETE);
  }

  @Test
  void ofTransactionsWaitsForTheNextCheckBack() {
    messages = 100;
    toBeResolved = 5;
    resolutions = 4;
    Drain drain = drain("transaction.enabled=true", "consume.threads=1", "consume.drain=15s");
    assertThat(drain.over()).isFalse();
    clock.advance((36 + 15) * SECOND_NANOS - 1);
    assertThat(drain.over()).isFalse();
    clock.advance(1);
    assertThat(drain.over()).isTrue();
    assertThat(drain.endedBy()).isEqualTo(DrainEnd.SILENT);
  }

  @Test
  void ofMessagesThatBrokersHoldBackWaitsForTheirTime() {
    session = HOLDING_BACK;
    Drain drain = drain("consume.threads=1", "consume.drain=15s");
    assertThat(drain.over()).isFalse();
    clock.advance((60 + 15) * SECOND_NANOS - 1);
    assertThat(drain.over()).isFalse();
    clock.advance(1);
    assertThat(drain.over()).isTrue();
    assertThat(drain.endedBy()).isEqualTo(DrainEnd.SILENT);
  }

  /** Ten messages came to both: when there are 100 first deliveries, ten messages are missing. */
  @Test
  void ofTwoWorkersGoesOnWhileMessagesCome() {
    Drain drain =
        drain(
            "consume.threads=1",
            "consume.clients=2",
            "load.threads=2",
            "workers.count=2",
            "workers.local=true");
    for (messages = 90; messages <= 110; messages++) {
      assertThat(drain.over()).isFalse();
      clock.advance(SECOND_NANOS - 1);
    }
    messages = 110;
    assertThat(drain.over()).isFalse();
    clock.advance(1);
    assertThat(drain.over()).isTrue();
    assertThat(drain.endedBy()).isEqualTo(DrainEnd.COMPLETE);
  }
}
