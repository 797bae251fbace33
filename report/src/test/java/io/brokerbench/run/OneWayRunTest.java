package io.brokerbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.brokerbench.console.Summary;
import io.brokerbench.driver.memory.MemoryScript;
import io.brokerbench.results.Verdict;
import io.brokerbench.results.Verdict.Status;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole runs in which no send is answered: what was sent and received is delivered. */
final class OneWayRunTest {

  private static final long MESSAGES = 2000;

  private final Path output;

  OneWayRunTest(@TempDir Path output) {
    this.output = output;
  }

  private TestRun run(String... more) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "load.mode=oneway",
                "load.messages=" + MESSAGES,
                "load.rate=1000/s",
                "load.duration=0",
                "consume.threads=1"));
    all.addAll(Arrays.asList(more));
    return new TestRun(output, all.toArray(new String[0]));
  }

  /** Every send has one outcome, and every copy of a sent message one state. */
  private static void assertSums(JsonNode audit, int groups) {
    assertThat(
            audit.path("acked").asLong()
                + audit.path("rejected").asLong()
                + audit.path("unknown").asLong())
        .isEqualTo(audit.path("attempted").asLong());
    assertThat(audit.path("delivered").asLong() + audit.path("indeterminate").asLong())
        .isEqualTo(groups * audit.path("unknown").asLong());
    for (String none : List.of("acked", "lost", "recovered", "phantom")) {
      assertThat(audit.path(none).asLong(-1)).as(none).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void whatEverybodyReceivedIsDelivered(int groups) throws Exception {
    TestRun run = run("consume.groups=" + groups);
    Verdict verdict = run.with(MemoryScript.honest());
    assertThat(verdict.texts()).isEmpty();
    JsonNode audit = run.json().path("audit");
    assertThat(audit.path("unknown").asLong()).isEqualTo(MESSAGES);
    assertThat(audit.path("delivered").asLong()).isEqualTo(groups * MESSAGES);
    assertSums(audit, groups);
    assertThat(run.json().at("/latency/endToEnd/count").asLong()).isEqualTo(groups * MESSAGES);
    List<String> summary = Summary.of(run.result(), run.workload, run.directory());
    assertThat(summary)
        .contains(
            "sends       2,000 attempted, 2,000 sent one way",
            "audit       the brokers hold 2,000 of 2,000 sent one way (whole run): agrees",
            String.format(
                Locale.ROOT, "delivery    %,d delivered, 0 never received", groups * MESSAGES))
        .noneMatch(line -> line.matches("(?:sends|audit|delivery) .*(?:recovered|unknown).*"));
  }

  @Test
  void whatNobodyReceivedIsNamedAndNotLostBehindAZero() throws Exception {
    TestRun run = run("consume.drain=1s");
    Verdict verdict = run.with(MemoryScript.honest().losing(index -> index % 100 == 0));
    assertThat(verdict.status()).isEqualTo(Status.SUSPECT);
    JsonNode audit = run.json().path("audit");
    assertThat(audit.path("delivered").asLong()).isEqualTo(MESSAGES - 20);
    assertThat(audit.path("indeterminate").asLong()).isEqualTo(20);
    assertSums(audit, 1);
    assertThat(run.auditCsv().keySet()).isEqualTo(Set.of("indeterminate"));
    assertThat(Summary.of(run.result(), run.workload, run.directory()))
        .contains("delivery    1,980 delivered, 20 never received");
  }

  /** It would not have been built before anything was acknowledged, which is never. */
  @Test
  void aBacklogIsBuiltOfWhatIsSent() throws Exception {
    TestRun run = run("load.messages=0", "load.rate=2000/s", "consume.backlog=1500");
    Verdict verdict = run.with(MemoryScript.honest().withGroupRates(List.of(4000.0)));
    assertThat(verdict.texts()).isEmpty();
    JsonNode backlog = run.json().at("/consumption/backlog");
    assertThat(backlog.path("messages").asLong()).isGreaterThanOrEqualTo(1500);
    assertThat(backlog.path("caughtUpSeconds").isNumber()).isTrue();
    assertSums(run.json().path("audit"), 1);
    assertThat(run.json().at("/audit/delivered").asLong())
        .isGreaterThan(backlog.path("messages").asLong());
  }
}
