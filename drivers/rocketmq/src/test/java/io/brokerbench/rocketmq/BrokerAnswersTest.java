package io.brokerbench.rocketmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.clock.ClockOffset;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.rocketmq.inspect.BrokerUptime;
import io.brokerbench.rocketmq.inspect.GroupAdmin;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Answers of brokers that are text. */
final class BrokerAnswersTest {

  /** As release 5.5.0 gives it. */
  private static final String OFFSETS =
      "{\"groupTopicMap\":{\"g\":[\"t\"]},\"offsetTable\":{\"t@g\":{0:17,1:4},\"t2@g\":{0:5}},"
          + "\"pullOffsetTable\":{\"t@g\":{0:99},\"only@g\":{0:8}}}";

  @Test
  void theOffsetsOfAGroupAreFoundAmongThoseOfAll() {
    assertThat(GroupAdmin.committed(OFFSETS, "t", "g")).isEqualTo(Map.of(0, 17L, 1, 4L));
    assertThat(GroupAdmin.committed(OFFSETS, "t2", "g")).isEqualTo(Map.of(0, 5L));
    assertThat(GroupAdmin.committed(OFFSETS.replace("0:", "\"0\":"), "t2", "g"))
        .isEqualTo(Map.of(0, 5L));
  }

  @Test
  void aGroupWithoutOffsetsHasNone() {
    assertThat(GroupAdmin.committed(OFFSETS, "t", "other")).isEmpty();
    // What was fetched without a group's commit does not count.
    assertThat(GroupAdmin.committed(OFFSETS, "only", "g")).isEmpty();
    assertThat(GroupAdmin.committed("{\"offsetTable\":{}}", "t", "g")).isEmpty();
  }

  @Test
  void theBrokersClockFollowsFromItsStartAndItsAge() {
    assertThat(
            BrokerUptime.wholeSecondMillis(
                Map.of(
                    "bootTimestamp",
                    "1700000000123",
                    "runtime",
                    "[ 1,234 days, 2 hours, 3 minutes, 4 seconds ]")))
        .hasValue(1700000000123L + ((1234L * 24 + 2) * 60 + 3) * 60_000 + 4_000);
    assertThat(BrokerUptime.wholeSecondMillis(Map.of("runtime", "unknown"))).isEmpty();
  }

  @Test
  void aQuestionForTheClockMayFailButNotAll() throws Exception {
    long began = System.currentTimeMillis();
    AtomicInteger asked = new AtomicInteger();
    ClockOffset offset =
        BrokerUptime.offset(
            () -> {
              if (asked.getAndIncrement() % 2 == 0) {
                throw new BrokerException("closed");
              }
              long seconds = (System.currentTimeMillis() - began) / 1000;
              return Map.of(
                  "bootTimestamp",
                  Long.toString(began),
                  "runtime",
                  String.format(
                      Locale.ROOT, "[ 0 days, 0 hours, 0 minutes, %d seconds ]", seconds));
            });
    assertThat(offset.lowNanos()).isLessThan(1_000_000);
    assertThat(offset.highNanos()).isGreaterThan(-1_000_000);
    assertThat(offset.errorNanos()).isLessThan(1_000_000_000);

    assertThatThrownBy(
            () ->
                BrokerUptime.offset(
                    () -> {
                      throw new BrokerException("gone");
                    }))
        .isInstanceOf(BrokerException.class)
        .hasMessage("gone");
  }
}
