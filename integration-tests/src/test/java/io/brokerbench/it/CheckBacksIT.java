package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.brokerbench.driver.Cluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Transactions that end unknown: the brokers' check-backs and their outcomes. */
@Tag("nightly")
final class CheckBacksIT {

  /**
   * Tolerance of a sampled share, in standard deviations; exceeded with a probability of about one
   * in a million.
   */
  private static final double SIGMAS = 5;

  @TempDir private Path home;

  @Test
  void onAClusterOfOursBrokersAskBackNoSoonerThanTheyHaveNotedTheAnswer() throws Exception {
    JsonNode run =
        Bench.run(
                Bench.TRANSACTION_PRODUCER,
                home,
                ("-w 8 -su 0.5 -cu 0.05 --warmup 0 --duration 0 --set load.messages=1600 --set cluster.topology=1m --set "
                        + Bench.DRAIN)
                    .split(" ", -1))
            .measured()
            .json();
    assertThat(run.at("/transactions/unknown").asLong()).isPositive();
    assertThat(run.at("/transactions/unresolved").asLong()).isZero();
    assertThat(run.at("/transactions/duplicateCheckBacks").asLong()).isZero();
    assertThat(run.at("/audit/lost").asLong()).isZero();
    assertThat(run.at("/audit/duplicated").asLong()).isZero();
    assertThat(run.at("/audit/agreesWithBroker").asBoolean()).isTrue();
  }

  @Test
  void theRestIsAskedBackAndEveryoneSeesWhatBecameOfIt() throws Exception {
    Path directory = Files.createDirectory(home.resolve("cluster"));
    try (Cluster cluster =
            OwnCluster.start(
                directory,
                "cluster.topology=1m",
                // Default 6 s; a broker records ends in batches, and checks back older messages
                // whose end is not recorded yet.
                "cluster.properties.transactionOpBatchInterval=10",
                "cluster.properties.transactionCheckInterval=3000");
        Topics topics = new Topics(cluster.address())) {
      ResultDirectory result =
          Bench.run(
                  Bench.TRANSACTION_PRODUCER,
                  Files.createDirectory(home.resolve("run")),
                  String.format(
                          Locale.ROOT,
                          "-n %s -t shares --w=8 --s=2048 -sr 0.2 -su 0.3 -cr 0.1 -cu 0.1 --warmup 0"
                              + " --duration 0 --set load.messages=1600 --set topic.keep=true --set %s",
                          cluster.address(),
                          Bench.DRAIN)
                      .split(" ", -1))
              .measured();
      Accounts accounts = Accounts.of(result).everyTransactionEnded();
      JsonNode transactions = result.json().path("transactions");
      long committed = transactions.path("committed").asLong();
      long rolledBack = transactions.path("rolledBack").asLong();
      long unknown = transactions.path("unknown").asLong();
      long checkedCommitted = transactions.path("checkedCommitted").asLong();
      long checkedRolledBack = transactions.path("checkedRolledBack").asLong();
      long all = committed + rolledBack + unknown;

      assertThat(transactions.path("unexpectedCheckBacks").asLong()).isZero();
      assertThat(transactions.path("duplicateCheckBacks").asLong()).isZero();
      assertThat(checkedCommitted + checkedRolledBack + transactions.path("abandoned").asLong())
          .isEqualTo(unknown);

      assertThat(accounts.audit().path("agreesWithBroker").asBoolean()).isTrue();
      for (String none : List.of("lost", "phantom", "duplicated", "corrupt", "unexpected")) {
        assertThat(accounts.count(none)).as(none).isZero();
      }

      // The messages visible to an independent reader; each contains its intended outcome.
      Set<Header.Name> seen = new HashSet<>();
      long seenUnknown = 0;
      for (var message : topics.all("shares")) {
        Header header = Header.of(message.getBody()).orElse(null);
        if (header != null && seen.add(header.name())) {
          assertThat(header.local()).as("outcome of %s", header).isIn(0, 2);
          seenUnknown += header.local() == 2 ? 1 : 0;
        }
      }
      assertThat(seen).hasSize((int) (accounts.count("delivered") + accounts.count("recovered")));
      assertThat(result.named("recovered")).isSubsetOf(seen);
      // Committed at once 0.5; unknown 0.3; of check-backs 0.1 roll back and 0.1 remain unknown.
      double committedByCheck = 0.8 / (0.8 + 0.1);
      assertShare(seen.size() - seenUnknown, all, 0.5);
      assertShare(seenUnknown, all, 0.3 * committedByCheck);
      assertShare(rolledBack, all, 0.2);
      assertShare(checkedRolledBack, unknown, 1 - committedByCheck);
      assertThat(result.json().at("/latency/checkBack/count").asLong()).isPositive();
      assertThat(result.json().at("/latency/checkedEndToEnd/count").asLong()).isPositive();
    }
    assertThat(directory).isEmptyDirectory();
  }

  private static void assertShare(long count, long of, double share) {
    assertThat((double) count)
        .as("%d of %d", count, of)
        .isBetween(
            of * share - SIGMAS * Math.sqrt(of * share * (1 - share)),
            of * share + SIGMAS * Math.sqrt(of * share * (1 - share)));
  }
}
