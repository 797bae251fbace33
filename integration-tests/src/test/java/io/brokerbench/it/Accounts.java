package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;

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
