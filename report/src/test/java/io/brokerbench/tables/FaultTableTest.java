package io.brokerbench.tables;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.results.faults.FaultImpact;
import io.brokerbench.results.faults.FaultImpact.ConsumerImpact;
import io.brokerbench.results.faults.FaultImpact.LossInSecond;
import io.brokerbench.results.faults.FaultImpact.QueueImpact;
import io.brokerbench.results.faults.FaultImpact.Window;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class FaultTableTest {

  private static FaultImpact impact(String node, @Nullable ConsumerImpact consumption) {
    return impact(node, List.of(), consumption);
  }

  private static FaultImpact impact(
      String node, List<Window> unavailable, @Nullable ConsumerImpact consumption) {
    return new FaultImpact(
        "kill master",
        node,
        20,
        7.3,
        0.0,
        unavailable,
        7.3,
        7.3,
        7.3,
        null,
        null,
        0.0026,
        13_065,
        0,
        13_000,
        40,
        25,
        0,
        consumption,
        List.of());
  }

  @Test
  void consumersHaveATableOfTheirOwn() {
    ConsumerImpact first =
        new ConsumerImpact(
            1_300,
            4.99,
            -0.03,
            List.of(new LossInSecond(-1, 300), new LossInSecond(4, 1_000)),
            17,
            2L,
            8_123,
            100,
            13.5,
            List.of(
                new QueueImpact(0, List.of(new Window(-0.012, 8.5)), 8.5),
                new QueueImpact(7, List.of(new Window(0.25, 1.25), new Window(2.0, null)), 11)));
    ConsumerImpact second =
        new ConsumerImpact(0, null, null, List.of(), 0, null, 60, 100, null, List.of());
    List<FaultImpact> faults = List.of(impact("broker-a", first), impact("broker-b", second));
    assertThat(FaultTable.consumption(faults).rows())
        .containsExactly(
            List.of("kill master (broker-a)", "1,300", "17", "2", "8,123", "100", "13.500 s"),
            List.of("kill master (broker-b)", "0", "0", "n/a", "60", "100", "-"));
    assertThat(FaultTable.queues(faults).rows())
        .containsExactly(
            List.of("kill master (broker-a)", "0", "8.500 s", "-0.012 s", "8.500 s"),
            List.of("kill master (broker-a)", "7", "11.000 s", "0.250 s", "1.250 s"));
    assertThat(FaultTable.losses(faults).rows())
        .containsExactly(
            List.of("kill master (broker-a)", "-1", "300"),
            List.of("kill master (broker-a)", "4", "1,000"));
  }

  @Test
  void withoutConsumersThereIsOneTable() {
    List<FaultImpact> faults = List.of(impact("broker-a", null));
    assertThat(FaultTable.of(faults).rows())
        .containsExactly(
            List.of(
                "kill master (broker-a)",
                "20.000 s",
                "7.300 s",
                "0.000 s",
                "7.300 s",
                "7.300 s",
                "7.300 s",
                "-",
                "-",
                "13,065",
                "13,000",
                "65",
                "0"));
    assertThat(FaultTable.consumption(faults).rows()).isEmpty();
    assertThat(FaultTable.losses(faults).rows()).isEmpty();
  }

  /** The return of the node may stall the load once more, and a slow disk does so all the time. */
  @Test
  void eachTimeWithoutASuccessHasARowUpToALimit() {
    Window first = new Window(-0.012, 0.4);
    Window last = new Window(11.0, null);
    List<FaultImpact> faults =
        List.of(
            impact("r1", List.of(first, last), null),
            impact("r2", Collections.nCopies(100, first), null));
    List<List<String>> rows = FaultTable.outages(faults).rows();
    assertThat(rows).hasSize(22);
    assertThat(rows.subList(0, 3))
        .containsExactly(
            List.of("kill master (r1)", "-0.012 s", "0.400 s"),
            List.of("kill master (r1)", "11.000 s", "-"),
            List.of("kill master (r2)", "-0.012 s", "0.400 s"));
    assertThat(FaultTable.outages(List.of(impact("r1", null))).rows()).isEmpty();
  }
}
