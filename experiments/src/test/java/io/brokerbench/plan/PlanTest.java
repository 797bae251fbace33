package io.brokerbench.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.plan.Plan.CardLoad;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PlanTest {

  private static final double GIGABIT = 1e9;
  private static final SafeLoad FOUND = new SafeLoad(10_000, 1, 1000, 1, 1, "found");

  private static Plan plan(double peak, double headroom) {
    return Plan.of(FOUND, new Demand(peak, 1000, 1, 1, headroom, 1e11), Optional.empty());
  }

  @ParameterizedTest
  @CsvSource({
    "1, 0, 1",
    "10000, 0, 1",
    "10001, 0, 2",
    "30000, 0, 3",
    "7000, 0.3, 1",
    "7001, 0.3, 2",
    "21000, 0.3, 3",
    "70000, 0.3, 10",
    "10000, 0.99, 100"
  })
  void thereAreAsFewMastersAsWillDo(double peak, double headroom, long masters) {
    Plan plan = plan(peak, headroom);
    assertThat(plan.masters()).isEqualTo(masters);
    assertThat(plan.perMaster() * masters).isCloseTo(peak, within(1e-6));
    assertThat(plan.perMaster()).isLessThanOrEqualTo(10_000 * (1 - headroom) + 1e-3);
  }

  @Test
  void everyMasterHasItsSlaves() {
    Plan plan = Plan.of(FOUND, new Demand(50_000, 1000, 2, 1, 0, 1e11), Optional.empty());
    assertThat(plan.masters()).isEqualTo(5);
    assertThat(plan.slaves()).isEqualTo(10);
  }

  /** One publication: 70,000/s of 500 B fill a gigabit card of a master with two slaves. */
  @Test
  void aPublishedLoadFillsAGigabitCard() {
    Demand published = new Demand(70_000, 500, 2, 1, 0, GIGABIT);
    CardLoad card = CardLoad.of(70_000, published);
    double bodies = 70_000 * 500 * 8;
    assertThat(card.out() / GIGABIT).isBetween(0.95, 1.1);
    assertThat(card.out()).isEqualTo(3 * card.producersIn());
    assertThat(card.slavesOut()).isEqualTo(2 * card.consumersOut());
    assertThat(card.busier()).isEqualTo(card.out());
    // Bodies alone would leave a sixth of it free.
    assertThat(3 * bodies / GIGABIT).isCloseTo(0.84, within(1e-9));
    assertThat(card.producersIn() / bodies).isCloseTo(1.255, within(0.001));
  }

  @Test
  void theCardLimitsAMasterThatCouldDoMore() {
    SafeLoad fast = new SafeLoad(100_000, 1, 500, 2, 1, "found");
    Plan plan = Plan.of(fast, new Demand(70_000, 500, 2, 1, 0, GIGABIT), Optional.empty());
    assertThat(plan.limitedByCard()).isTrue();
    assertThat(plan.masters()).isEqualTo(2);
    assertThat(plan.cardFull()).isCloseTo(66_376, within(1.0));
    assertThat(plan.extrapolations()).anyMatch(each -> each.contains("arithmetic"));
    Plan wide = Plan.of(fast, new Demand(70_000, 500, 2, 1, 0, 10 * GIGABIT), Optional.empty());
    assertThat(wide.limitedByCard()).isFalse();
    assertThat(wide.masters()).isEqualTo(1);
    assertThat(wide.extrapolations()).isEmpty();
  }

  @Test
  void withoutReadersWhatComesInCounts() {
    CardLoad card = CardLoad.of(1_000, new Demand(1_000, 500, 0, 0, 0, GIGABIT));
    assertThat(card.out()).isZero();
    assertThat(card.busier()).isEqualTo(card.producersIn()).isPositive();
  }

  @Test
  void ofLargerMessagesTheSameBytesAreBorneOfSmallerOnesTheSameNumber() {
    assertThat(FOUND.perSecondOf(4000)).isEqualTo(2_500);
    assertThat(FOUND.perSecondOf(100)).isEqualTo(10_000);
    assertThat(Plan.of(FOUND, new Demand(10_000, 4000, 1, 1, 0, 1e11), Optional.empty()).masters())
        .isEqualTo(4);
    assertThat(Plan.of(FOUND, new Demand(10_000, 100, 1, 1, 0, 1e11), Optional.empty()).masters())
        .isEqualTo(1);
  }

  @Test
  void whatNobodyMeasuredIsNamed() {
    assertThat(plan(5_000, 0).extrapolations()).isEmpty();
    assertThat(plan(15_000, 0).extrapolations())
        .containsExactly("one master was measured; 2 are assumed to sustain 2 times as much");
    assertThat(
            Plan.of(FOUND, new Demand(1_000, 4000, 2, 3, 0, 1e11), Optional.empty())
                .extrapolations())
        .containsExactly(
            "messages of 1000 B were measured; of 4000 B as many bytes are assumed to be sustained",
            "1 slave was measured; with 2 slaves a master is assumed to sustain the same",
            "1 consumer group was measured; with 3 consumer groups a master is assumed to sustain the"
                + " same");
    assertThat(
            Plan.of(FOUND, new Demand(1_000, 100, 1, 1, 0, 1e11), Optional.empty())
                .extrapolations())
        .containsExactly(
            "messages of 1000 B were measured; of 100 B as many messages are assumed to be sustained");
  }

  @Test
  void ofSeveralMastersThatWereMeasuredTogetherTheirNumberIsNamed() {
    SafeLoad each = new SafeLoad(10_000, 5, 1000, 1, 1, "found");
    assertThat(extrapolations(each, 50_000)).isEmpty();
    assertThat(extrapolations(each, 60_000))
        .containsExactly(
            "5 masters were measured together; 6 are assumed to sustain 1.2 times as much");
    assertThat(extrapolations(each, 10_000))
        .containsExactly(
            "5 masters were measured together; 1 is assumed to sustain 0.2 times as much");
  }

  private static List<String> extrapolations(SafeLoad found, double peak) {
    return Plan.of(found, new Demand(peak, 1000, 1, 1, 0, 1e11), Optional.empty()).extrapolations();
  }

  /** Two masters bear 1.6 times as much as one: each loses a fifth, and contention is 0.25. */
  @ParameterizedTest
  @CsvSource({
    "10000, 1, 10000",
    "16000, 2, 8000",
    "16001, 3, 6666.7",
    "20000, 3, 6666.7",
    "30000, 9, 3333.3"
  })
  void mastersThatContendBearLess(double peak, long masters, double each) {
    Plan plan = contending(1.6, peak);
    assertThat(plan.masters()).isEqualTo(masters);
    assertThat(plan.bearable()).isCloseTo(each, within(0.1));
    assertThat(plan.bearable() * masters).isGreaterThanOrEqualTo(peak - 1e-3);
  }

  @Test
  void mastersThatContendHaveALimit() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> contending(1.6, 40_000))
        .withMessageStartingWith(
            "peak must be below 40,000/s, got 40,000/s: 2 masters sustained 1.60 times the load of one");
    assertThat(contending(1, 10_000).masters()).isEqualTo(1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> contending(1, 10_001))
        .withMessageStartingWith("peak must be below 10,000/s, got 10,001/s");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> contending(0.5, 10_001))
        .withMessageStartingWith("peak must be below 10,000/s");
  }

  /** More than twice as much is noise: nothing is planned on it. */
  @Test
  void mastersThatDoNotContendBearTheSame() {
    assertThat(contending(2.1, 30_000).masters()).isEqualTo(3);
    assertThat(contending(2.1, 30_000).extrapolations())
        .containsExactly(
            "1 and 2 masters were measured; 3 are assumed to sustain 3.0 times as much as one");
    assertThat(contending(1.6, 16_000).extrapolations()).isEmpty();
  }

  private static Plan contending(double gain, double peak) {
    MasterScaling scaling =
        new MasterScaling(
            2, gain, OptionalDouble.of(gain * 0.9), OptionalDouble.of(gain * 1.1), "by find in x");
    return Plan.of(FOUND, new Demand(peak, 1000, 1, 1, 0, 1e11), Optional.of(scaling));
  }

  @ParameterizedTest
  @CsvSource({"-0.01", "1", "NaN"})
  void headroomIsAShareBelowAll(double headroom) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> plan(1_000, headroom))
        .withMessageStartingWith("headroom must be 0 to below 100 percent");
  }

  @Test
  void aLoadIsARate() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SafeLoad(0, 1, 1, 0, 0, ""))
        .withMessageStartingWith("safe-load must be");
  }
}
