package io.brokerbench.results;

import com.fasterxml.jackson.annotation.JsonValue;

/** A latency, in nanoseconds. */
public enum Metric {
  /** From the intended time to the call of send: the delay of the generator. Open loop only. */
  LAG("lag", "From a message's intended time to the call of send"),
  /** From the call of send to its outcome. */
  SERVICE("service", "From the call of send to its outcome"),
  /** From the intended time to the outcome: the waiting time of a user. Open loop only. */
  RESPONSE("response", "From a message's intended time to its outcome"),
  /** From the intended time to the receipt by a consumer, at the first delivery. */
  END_TO_END("endToEnd", "From a message's intended time to its receipt by a consumer"),
  /** Fan-out: from the intended time to the receipt by the first group. */
  FIRST_COPY("firstCopy", "From a message's intended time to the first of all consumer groups"),
  /** Fan-out: from the intended time until half of all groups have received the message. */
  MEDIAN_COPY("medianCopy", "From a message's intended time to half of all consumer groups"),
  /** Fan-out: from the intended time to the receipt by the last group. */
  LAST_COPY("lastCopy", "From a message's intended time to the last of all consumer groups"),
  /** Messages for later: from the time of delivery to the receipt by a consumer. */
  LATE("late", "From the time for which a message was scheduled to its receipt by a consumer"),
  /** Messages for later: from a receipt before the time of delivery to that time. */
  EARLY("early", "From a receipt before the time for which a message was scheduled to that time"),
  /** From the creation in the producer's client to a consumer, in wall clock milliseconds. */
  BORN_TO_CONSUMER("b2c", "From the producer's client to a consumer, by wall clocks"),
  /** From the broker's store to a consumer, in wall clock milliseconds. */
  STORE_TO_CONSUMER("s2c", "From the broker's store to a consumer, by wall clocks"),
  /** From the first delivery to a consumer until its acknowledgement was given to the broker. */
  SETTLE("settle", "From a message's receipt by a consumer until its acknowledgement is given"),
  /** Transactions: from the call of send until the half message is acknowledged. */
  HALF_SEND("halfSend", "From the call of send to the half message's acknowledgement"),
  /** Transactions: the local transaction. */
  LOCAL_TRANSACTION("localTransaction", "The local transaction"),
  /** Transactions: from the local transaction's end until its result was passed to the broker. */
  END_TRANSACTION(
      "endTransaction", "From a local transaction's end until its result is handed over"),
  /** Transactions: from the intended time to the check-back. */
  CHECK_BACK("checkBack", "From a message's intended time to the broker's check-back"),
  /** Transactions: end-to-end latency of messages that a check-back committed. */
  CHECKED_END_TO_END("checkedEndToEnd", "End to end of messages that a check-back committed"),
  /**
   * Clients that connect alongside the load: from the intended time until the connection is open.
   */
  CONNECT("connect", "From the intended time of a client's connection until it is open"),
  /** Clients that connect alongside the load: from then on until the client has subscribed. */
  SUBSCRIBE("subscribe", "From the opening of a client's connection until it has subscribed");

  private final String label;
  private final String description;

  Metric(String label, String description) {
    this.label = label;
    this.description = description;
  }

  /** Name in files and on the console. */
  @JsonValue
  public String label() {
    return label;
  }

  /** What the latency spans, in one line without a full stop. */
  public String description() {
    return description;
  }
}
