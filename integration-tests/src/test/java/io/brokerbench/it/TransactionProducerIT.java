package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The transaction benchmark on a cluster started by brokerbench. */
final class TransactionProducerIT {

  @TempDir private Path home;

  @Test
  void inTheSafestModeEveryTransactionIsCommittedAndSeen() throws Exception {
    Outcome outcome =
        Bench.run(
            Bench.TRANSACTION_PRODUCER,
            home,
            ("--w=8 --s=2048 --flush sync --replication sync --warmup 1s --duration 2s --set "
                    + Bench.DRAIN)
                .split(" ", -1));
    ResultDirectory result = outcome.measured();
    JsonNode run = result.json();
    assertThat(run.at("/promise/onDisk").asBoolean()).isTrue();
    assertThat(run.at("/promise/copies").asInt()).isEqualTo(2);
    Accounts accounts = Accounts.of(result).areComplete().replicaHoldsAcked().everythingCame();

    assertThat(run.at("/transactions/committed").asLong()).isEqualTo(accounts.acked());
    for (String none :
        List.of("rolledBack", "unknown", "unresolved", "abandoned", "unexpectedCheckBacks")) {
      assertThat(run.at("/transactions/" + none).asLong()).as(none).isZero();
    }
    assertThat(run.at("/latency/halfSend/count").asLong()).isPositive();
    assertThat(run.at("/latency/localTransaction/count").asLong())
        .isEqualTo(run.at("/latency/halfSend/count").asLong());
    assertThat(run.at("/latency/endTransaction/count").asLong())
        .isEqualTo(run.at("/latency/halfSend/count").asLong());
    assertThat(outcome.out())
        .containsPattern(
            "(?m)^Current Time: .{23} \\| Send TPS: +[1-9]\\d* \\| Max RT\\(ms\\): +\\d+ \\| AVG"
                + " RT\\(ms\\): +\\d+\\.\\d \\| Send Failed: \\d+ \\| Check: 0 \\| UnexpectedCheck: 0 \\|"
                + " DuplicatedCheck: 0 \\| service p50 ");
    assertThat(outcome.err()).isEmpty();
  }
}
