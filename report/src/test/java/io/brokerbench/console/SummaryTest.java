package io.brokerbench.console;

import static io.brokerbench.measurement.TestResult.counts;
import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.measurement.TestResult;
import io.brokerbench.record.Ledger;
import io.brokerbench.record.SendOutcome;
import io.brokerbench.results.Verdict;
import io.brokerbench.results.Verdict.Reason;
import io.brokerbench.results.Verdict.Status;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

final class SummaryTest {

  @Test
  void theVerdictAndItsReasonsComeFirst() {
    List<String> lines =
        Summary.of(
            new TestResult().build(),
            new Verdict(
                Status.SUSPECT,
                List.of(new Reason("a", "one reason"), new Reason("b", "another one")),
                List.of("also this")),
            Path.of("x"));
    assertThat(lines.subList(0, 5))
        .containsExactly(
            "",
            "SUSPECT     acknowledged in memory",
            "            one reason",
            "            another one",
            "note        also this");
  }

  @Test
  void anOpenLoopShowsWhatWasOfferedAndAllThreeLatencies() {
    assertThat(text(new TestResult()))
        .contains("open loop: achieved 1,000/s of 1,000/s offered")
        .contains("\n            lag ")
        .contains("\n            service ")
        .contains("\n            response ")
        .contains("\n            service floor ");
  }

  @Test
  void theClientIsNamedAndWhatEachConnectionHadOfTheRate() {
    Map<String, Object> client =
        Map.of("name", "a-client", "release", "1.2", "publishers", 80, "subscribers", 5);
    assertThat(text(new TestResult().client(client)))
        .contains("\n            by a-client 1.2, 80 publishers of 12.50/s each, 5 subscribers\n");
    assertThat(text(new TestResult().closedLoop().client(client)))
        .contains("\n            by a-client 1.2, 80 publishers, 5 subscribers\n");
    assertThat(text(new TestResult().client(Map.of("name", "other"))))
        .contains("\n            by other\n");
  }

  @Test
  void aClosedLoopSaysSoAndHasNoResponseTime() {
    assertThat(text(new TestResult("load.threads=7").closedLoop()))
        .contains("closed loop: 7 threads")
        .doesNotContain("response");
  }

  @Test
  void whatTheDiskAllowsIsSetBesideTheRate() {
    assertThat(text(new TestResult("load.threads=4").fromDisk()))
        .contains(
            "\n            63 % of what this disk's fsync (2.40 ms before the load) allows, each for"
                + " all 4 in flight\n");
    assertThat(text(new TestResult())).doesNotContain("fsync");
  }

  @Test
  void aPercentileOfTooFewSamplesIsNotAvailable() {
    assertThat(
            text(new TestResult()).lines().filter(line -> line.contains("service floor")).findAny())
        .hasValueSatisfying(line -> assertThat(line).containsPattern(Pattern.compile("n/a +2.0")));
  }

  @Test
  void failuresAreToldByKind() {
    Ledger ledger = new Ledger();
    ledger.attempted(10, true);
    ledger.ended(SendOutcome.ACKED, "SEND_OK", 7, true);
    ledger.ended(SendOutcome.REJECTED, "SYSTEM_BUSY", 2, true);
    ledger.ended(SendOutcome.UNKNOWN, "client-timeout", 1, true);
    assertThat(text(new TestResult().counts(ledger.counts())))
        .contains("10 attempted, 7 acknowledged {SEND_OK=7}")
        .contains("rejected {SYSTEM_BUSY=2}")
        .contains("unknown {client-timeout=1}")
        .contains("the brokers hold 7 of 7 acknowledged and 1 unknown (whole run): agrees");
  }

  @Test
  void theAuditSaysWhetherItAgrees() {
    assertThat(text(new TestResult().audit(9_999, null)))
        .contains("the brokers hold 9,999 of 10,000 acknowledged (whole run): DISAGREES");
    assertThat(text(new TestResult().audit(10_000, 9_998L)))
        .contains("(whole run); the slave holds 9,998: agrees");
    assertThat(text(new TestResult().unasked("nobody there")))
        .contains("audit       no count of the brokers: nobody there");
  }

  @Test
  void resourcesAreThere() {
    assertThat(text(new TestResult().counts(counts(10_000, 10_000))))
        .contains(
            "\nresources              cores   CPU/msg  memory   heap    GC  written  written/s"
                + "  written/msg\n"
                + "            generator   0.50  500.0 us  1000 B  500 B  0 ms      0 B        0 B"
                + "          0 B\n")
        .contains("host: 0.60 cores busy, 0.10 of them foreign");
  }

  private static String text(TestResult result) {
    return String.join(
        "\n",
        Summary.of(result.build(), new Verdict(Status.VALID, List.of()), Path.of("results/x")));
  }
}
