package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * Checks of a run's message accounts, which must balance whatever happened.
 *
 * @param audit audit of all messages in {@code run.json}
 */
record Accounts(ResultDirectory result, JsonNode audit) {

  static Accounts of(ResultDirectory result) {
    return new Accounts(result, result.json().path("audit"));
  }

  /**
   * Every message has exactly one outcome, the interval rows add up to the totals, and the broker
   * holds the messages acknowledged and at most those of unknown outcome in addition.
   */
  Accounts areComplete() {
    assertEveryMessageHasOneOutcome();
    assertThat(audit.path("unasked").isNull()).as("audit %s", audit).isTrue();
    assertThat(audit.path("agreesWithBroker").asBoolean()).as("audit %s", audit).isTrue();
    assertThat(brokerCount()).isBetween(acked(), acked() + unknown());
    return this;
  }

  /** The same without the broker's count, for a broker that may have died. */
  Accounts assertEveryMessageHasOneOutcome() {
    assertThat(acked() + unknown() + rejected()).as("audit %s", audit).isEqualTo(attempted());
    assertThat(result.sum("attempted")).isEqualTo(attempted());
    assertThat(result.sum("acked")).isEqualTo(acked());
    JsonNode sends = result.json().path("sends");
    assertThat(
            sends.path("acked").asLong() + sum(sends.path("rejected")) + sum(sends.path("unknown")))
        .as("sends %s", sends)
        .isEqualTo(sends.path("attempted").asLong());
    return this;
  }

  Accounts replicaHoldsAcked() {
    assertThat(audit.path("replicaCount").isNumber()).as("audit %s", audit).isTrue();
    assertThat(audit.path("replicaCount").asLong()).isGreaterThanOrEqualTo(acked());
    return this;
  }

  /** The group received every message exactly once, and the committed offsets agree. */
  Accounts everythingCame() {
    everythingCameOnce();
    assertThat(count("consumerProgress")).as("audit %s", audit).isEqualTo(brokerCount());
    assertThat(audit.path("agreesWithProgress").asBoolean()).isTrue();
    return this;
  }

  /** The same for brokers that do not report the progress of consumers. */
  Accounts everythingCameOnce() {
    assertThat(count("delivered")).as("audit %s", audit).isPositive().isEqualTo(acked());
    assertThat(count("recovered") + count("indeterminate")).isEqualTo(unknown());
    for (String wrong :
        List.of("lost", "phantom", "unselected", "duplicated", "corrupt", "unexpected")) {
      assertThat(count(wrong)).as("%s; audit %s", wrong, audit).isZero();
    }
    return receivedInFull();
  }

  /** The deliveries by message, by count and by interval agree. */
  Accounts receivedInFull() {
    JsonNode consumption = result.json().path("consumption");
    for (String kind :
        List.of("lost", "recovered", "indeterminate", "phantom", "duplicated", "corrupt")) {
      assertThat(result.named(kind)).as("%s in audit.csv", kind).hasSize((int) count(kind));
    }
    assertThat(count("delivered") + count("recovered") + count("phantom"))
        .as("consumption %s", consumption)
        .isEqualTo(consumption.path("messages").asLong());
    assertThat(result.sum("deliveries")).isEqualTo(consumption.path("deliveries").asLong());
    assertThat(consumption.path("drainEndedBy").asText())
        .isEqualTo(count("indeterminate") + count("unselected") == 0 ? "complete" : "silent");
    return this;
  }

  /**
   * Each message of the only group contributes one latency, regardless of redeliveries and of the
   * time of its first delivery.
   */
  Accounts everyFirstSightIsALatency() {
    JsonNode run = result.json();
    long measured = run.at("/latency/endToEnd/count").asLong();
    assertThat(result.latencies("endToEnd").getTotalCount()).isEqualTo(measured);
    assertThat(measured + result.latencies("warmup.endToEnd").getTotalCount())
        .as("consumption %s", run.path("consumption"))
        .isEqualTo(run.at("/consumption/messages").asLong());
    assertThat(result.sum("redelivered")).isEqualTo(run.at("/consumption/redelivered").asLong());
    return this;
  }

  /**
   * Each message with an end-to-end latency also has a time until it was settled, if the client
   * shows that; else none has.
   */
  Accounts settleTimes(boolean shown) {
    JsonNode latency = result.json().path("latency");
    assertThat(latency.at("/settle/count").asLong())
        .as("latency %s", latency)
        .isEqualTo(shown ? latency.at("/endToEnd/count").asLong() : 0);
    return this;
  }

  /**
   * Every transaction ended, by itself or by a check-back of this run, and the group received what
   * was committed.
   */
  Accounts everyTransactionEnded() {
    JsonNode transactions = result.json().path("transactions");
    assertThat(transactions.path("unresolved").asLong()).as("%s", transactions).isZero();
    assertThat(transactions.path("foreignCheckBacks").asLong()).as("%s", transactions).isZero();
    assertThat(transactions.path("checkBacks").asLong())
        .as("%s", transactions)
        .isGreaterThanOrEqualTo(transactions.path("unknown").asLong());
    assertThat(count("delivered"))
        .as("%s of %s", audit, transactions)
        .isEqualTo(
            transactions.path("committed").asLong()
                + transactions.path("checkedCommitted").asLong())
        .isEqualTo(acked());
    return this;
  }

  /** The messages of each queue and of each stream came in order. */
  Accounts everythingCameInOrder() {
    for (String kind : List.of("reordered", "reorderedInShard")) {
      assertThat(count(kind)).as("%s; audit %s", kind, audit).isZero();
      assertThat(result.named(kind)).as("%s in audit.csv", kind).isEmpty();
    }
    return everythingCame();
  }

  /** A count of the audit; fails if it is unknown. */
  long count(String name) {
    assertThat(audit.path(name).isNumber()).as("%s in audit %s", name, audit).isTrue();
    return audit.path(name).asLong();
  }

  long attempted() {
    return audit.path("attempted").asLong();
  }

  long acked() {
    return audit.path("acked").asLong();
  }

  long unknown() {
    return audit.path("unknown").asLong();
  }

  long rejected() {
    return audit.path("rejected").asLong();
  }

  long brokerCount() {
    assertThat(audit.path("brokerCount").isNumber()).as("audit %s", audit).isTrue();
    return audit.path("brokerCount").asLong();
  }

  private static long sum(JsonNode kinds) {
    long sum = 0;
    for (JsonNode count : kinds) {
      sum += count.asLong();
    }
    return sum;
  }
}
