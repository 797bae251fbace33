package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * The books of a run: whatever happened, they must balance.
 *
 * @param audit of all messages, as {@code run.json} has it
 */
record Accounts(ResultDirectory result, JsonNode audit) {

  static Accounts of(ResultDirectory result) {
    return new Accounts(result, result.json().path("audit"));
  }

  /**
   * Every message has one outcome, the rows of the intervals add up to the whole, and the broker
   * holds what it acknowledged and no more than nobody knows of besides.
   */
  Accounts areComplete() {
    assertEveryMessageHasOneOutcome();
    assertThat(audit.path("unasked").isNull()).as("audit %s", audit).isTrue();
    assertThat(audit.path("agreesWithBroker").asBoolean()).as("audit %s", audit).isTrue();
    assertThat(brokerCount()).isBetween(acked(), acked() + unknown());
    return this;
  }

  /** The same without the broker, which may be dead. */
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

  /** Every message that the group was to see came once, and the brokers know that it did. */
  Accounts everythingCame() {
    everythingCameOnce();
    assertThat(count("consumerProgress")).as("audit %s", audit).isEqualTo(brokerCount());
    assertThat(audit.path("agreesWithProgress").asBoolean()).isTrue();
    return this;
  }

  /** The same where brokers do not tell how far consumers are. */
  Accounts everythingCameOnce() {
    assertThat(count("delivered")).as("audit %s", audit).isPositive().isEqualTo(acked());
    assertThat(count("recovered") + count("indeterminate")).isEqualTo(unknown());
    for (String wrong :
        List.of("lost", "phantom", "unselected", "duplicated", "corrupt", "unexpected")) {
      assertThat(count(wrong)).as("%s; audit %s", wrong, audit).isZero();
    }
    return receivedInFull();
  }

  /** What came is told alike everywhere: by name, by count, by interval. */
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

  /** Each message of the only group is one latency, whenever it came and for how many times. */
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

  /** In the order that was promised: of each queue. */
  Accounts everythingCameInOrder() {
    assertThat(count("reordered")).as("audit %s", audit).isZero();
    assertThat(result.named("reordered")).isEmpty();
    return everythingCame();
  }

  /** A count of the audit, which must be known. */
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
