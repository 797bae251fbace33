package io.brokerbench.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.driver.Promise;
import io.brokerbench.record.MessageSet;
import io.brokerbench.record.Receipts;
import io.brokerbench.record.Reckoning;
import io.brokerbench.record.SendBook;
import io.brokerbench.result.Verdict.Status;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ReceivedTest {

  private static Received.Group group(Reckoning reckoning, Map<String, Long> sideCounts) {
    return new Received.Group(
        "group",
        new Receipts(1, new SendBook(), null),
        reckoning,
        1000,
        OptionalLong.empty(),
        OptionalLong.empty(),
        sideCounts);
  }

  private static Reckoning reckoning(MessageSet lost) {
    MessageSet none = new MessageSet();
    return new Reckoning(1, lost, none, none, none, 0, 0, 0);
  }

  @Test
  void countsOfAllGroupsAreAddedButLeastAndMostAreOfAll() {
    Reckoning well = reckoning(new MessageSet());
    Received received =
        new Received(
            List.of(
                group(
                    well,
                    Map.of("rebalances", 2L, "leastOfASubscriber", 5L, "mostOfASubscriber", 9L)),
                group(
                    well,
                    Map.of("rebalances", 1L, "leastOfASubscriber", 7L, "mostOfASubscriber", 8L))),
            0,
            "complete",
            null);
    assertThat(received.sideCounts())
        .isEqualTo(Map.of("rebalances", 3L, "leastOfASubscriber", 5L, "mostOfASubscriber", 9L));
  }

  @ParameterizedTest
  @CsvSource({
    "false, INVALID, 1 acknowledged messages were never received",
    "true, SUSPECT, '1 acknowledged messages were never received, as this delivery allows'"
  })
  void whatIsLostIsJudgedByThePromise(boolean atMostOnce, Status status, String reason) {
    MessageSet lost = new MessageSet();
    lost.add(0, 17);
    Verdict verdict =
        Judge.judge(
            new TestResult()
                .promise(new Promise(true, false, 1, false, atMostOnce, "a promise"))
                .received(
                    new Received(List.of(group(reckoning(lost), Map.of())), 0, "silent", null))
                .build());
    assertThat(verdict.status()).isEqualTo(status);
    assertThat(verdict.reasons()).containsExactly(reason);
  }
}
