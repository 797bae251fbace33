package io.brokerbench.published;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.published.Answer.Strain;
import io.brokerbench.statistics.Direction;
import io.brokerbench.units.Unit;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AnswerTest {

  /** A run whose load per processor is unknown counts as one with the published load. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "none",
      value = {
        // agrees, copes, load per processor here / there, scale
        "true  | true  | none | 1   | agrees",
        "false | false | none | 1   | differs: the rule",
        "true  | true  | 1    | 0.1 | agrees",
        "true  | true  | 3    | 0.1 | agrees",
        "true  | true  | 0.5  | 0.1 | undecided: a smaller load per processor (0.50 times theirs);"
            + " at least 0.20 of the published load would do",
        "false | false | 0.5  | 0.1 | differs: the rule",
        "false | false | 2.4  | 0.1 | undecided: a larger load per processor (2.4 times theirs);"
            + " at most 0.041 of the published load would do",
        "true  | false | 0.5  | 0.1 | agrees",
        "true  | false | 2.4  | 0.1 | undecided: a larger load per processor (2.4 times theirs);"
            + " at most 0.041 of the published load would do",
        "false | true  | 2.4  | 0.1 | differs: the rule",
        "false | true  | 0.5  | 0.1 | undecided: a smaller load per processor (0.50 times theirs);"
            + " at least 0.20 of the published load would do"
      })
  void onlyARunThatIsAsHardCanContradict(
      boolean agrees, boolean copes, Double load, double scale, String answer) {
    Optional<Strain> strain = Optional.ofNullable(load).map(given -> new Strain(given, scale));
    assertThat(Answer.of(agrees, copes, strain, "the rule").text()).isEqualTo(answer);
  }

  /** Rates above a bound are good, latencies below it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // better, load per processor here / there, measured
        "HIGHER | 4   | 150000 | agrees",
        "HIGHER | 0.5 | 150000 | a smaller load",
        "HIGHER | 4   | 50000  | a larger load",
        "HIGHER | 0.5 | 50000  | differs: > 100,000/s",
        "LOWER  | 0.5 | 150000 | agrees",
        "LOWER  | 4   | 50000  | differs: > 100,000/s"
      })
  void aBoundIsKeptByBrokersThatDoWellOrBadly(
      Direction better, double load, double measured, String answer) {
    assertThat(
            ReferenceTable.bound(
                    better,
                    PublishedValue.parse("> 100k/s", Unit.PER_SECOND),
                    new Measured(measured, Double.NaN, Double.NaN, ""),
                    Optional.of(new Strain(load, 1)))
                .text())
        .contains(answer);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // measured, answer
        "24.9e9  | agrees",
        "24.97e9 | undecided: cannot tell, the digits shown are those of the bound",
        "25.03e9 | undecided: cannot tell, the digits shown are those of the bound",
        "25.1e9  | differs: < 25.0 s"
      })
  void digitsOfTheBoundDoNotShowWhetherItIsKept(double measured, String answer) {
    assertThat(
            ReferenceTable.bound(
                    Direction.LOWER,
                    PublishedValue.parse("< 25s", Unit.NANOS),
                    Measured.of(measured, ""),
                    Optional.empty())
                .text())
        .isEqualTo(answer);
  }

  /** An interval that reaches beyond a tenth leaves it undecided unless it is all on one side. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "100/s       | 96  | 104 | agrees",
        "100/s       | 101 | 109 | agrees",
        "100/s       | 50  | 90  | differs: lower",
        "100/s       | 105 | 120 | differs: higher",
        // As ratios are shown, 0.91 to 1.10.
        "100/s       | 90.6 | 110.4 | agrees",
        "100/s       | 100.4 | 300 | undecided: cannot tell, the interval includes the published"
            + " figure",
        "100/s       | 30 | 99.6 | undecided: cannot tell, the interval includes the published"
            + " figure",
        "100/s       | 100.6 | 300 | differs: higher",
        "100/s       | 60  | 160 | undecided: cannot tell, the interval includes the published"
            + " figure",
        "80/s to 120/s | 75 | 130 | agrees",
        "80/s to 120/s | 50 | 79 | differs: lower"
      })
  void anIntervalIsHeldAgainstAPublishedFigure(
      String published, double low, double high, String answer) {
    Measured measured = new Measured(Math.sqrt(low * high), low, high, "");
    PublishedValue value = PublishedValue.parse(published, Unit.PER_SECOND);
    assertThat(Answer.of(measured, value, 1.1).text()).isEqualTo(answer);
  }

  /** Of 100 messages per second, at a scale of a tenth. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "none",
      value = {
        // low, high, load per processor here / there, reason
        "50  | 90  | 3.6  | published with 36 times the processors",
        "50  | 90  | 0.1  | none",
        "50  | 90  | 0.05 | none",
        "50  | 90  | none | none",
        "105 | 120 | 0.05 | published with 0.50 times the processors",
        "105 | 120 | 3.6  | none",
        "96  | 99  | 3.6  | none",
        "60  | 160 | 3.6  | none"
      })
  void fewerProcessorsMayBearLessAndMoreProcessorsMore(
      double low, double high, Double load, String reason) {
    Measured measured = new Measured(Math.sqrt(low * high), low, high, "");
    PublishedValue value = PublishedValue.parse("100/s", Unit.PER_SECOND);
    Optional<Strain> strain = Optional.ofNullable(load).map(given -> new Strain(given, 0.1));
    assertThat(Answer.otherProcessors(measured, value, 1.1, strain))
        .isEqualTo(Optional.ofNullable(reason));
  }
}
