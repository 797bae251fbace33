package io.brokerbench.results;

import com.fasterxml.jackson.annotation.JsonValue;

/** A latency, in nanoseconds; {@link #description} says what it spans. */
public enum Metric {
  /** From the intended time to the call of send: the delay of the generator. Open loop only. */
  LAG("lag", "From a message's intended time to the call of send"),
  SERVICE("service", "From the call of send to its outcome"),
  /** From the intended time to the outcome: the waiting time of a user. Open loop only. */
  RESPONSE("response", "From a message's intended time to its outcome"),
  /** From the intended time to the receipt by a consumer, at the first delivery. */
  END_TO_END("endToEnd", "From a message's intended time to its receipt by a consumer"),
  FIRST_COPY("firstCopy", "From a message's intended time to the first of all consumer groups"),
  MEDIAN_COPY("medianCopy", "From a message's intended time to half of all consumer groups"),
  LAST_COPY("lastCopy", "From a message's intended time to the last of all consumer groups"),
  LATE("late", "From the time for which a message was scheduled to its receipt by a consumer"),
  EARLY("early", "From a receipt before the time for which a message was scheduled to that time"),
  BORN_TO_CONSUMER("b2c", "From the producer's client to a consumer, by wall clocks"),
  STORE_TO_CONSUMER("s2c", "From the broker's store to a consumer, by wall clocks"),
  SETTLE("settle", "From a message's receipt by a consumer until its acknowledgement is given"),
  HALF_SEND("halfSend", "From the call of send to the half message's acknowledgement"),
  LOCAL_TRANSACTION("localTransaction", "The local transaction"),
  END_TRANSACTION(
      "endTransaction", "From a local transaction's end until its result is handed over"),
  CHECK_BACK("checkBack", "From a message's intended time to the broker's check-back"),
  CHECKED_END_TO_END("checkedEndToEnd", "End to end of messages that a check-back committed"),
  CONNECT("connect", "From the intended time of a client's connection until it is open"),
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
