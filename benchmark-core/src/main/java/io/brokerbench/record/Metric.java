package io.brokerbench.record;

/** A latency, in nanoseconds. */
public enum Metric {
  /** From the intended time to the call of send: what the generator was late. Open loop only. */
  LAG("lag"),
  /** From the call of send to its outcome. */
  SERVICE("service"),
  /** From the intended time to the outcome: what a user waits. Open loop only. */
  RESPONSE("response"),
  /** From the intended time to a consumer's hands, at the first delivery that is seen. */
  END_TO_END("endToEnd"),
  /** Fan-out: from the intended time to the hands of the first group that gets the message. */
  FIRST_COPY("firstCopy"),
  /** Fan-out: likewise, of the group with which half of all groups have it. */
  MEDIAN_COPY("medianCopy"),
  /** Fan-out: likewise, of the last group. */
  LAST_COPY("lastCopy"),
  /** From the producer's client to a consumer: born to consumer, in wall clock milliseconds. */
  BORN_TO_CONSUMER("b2c"),
  /** From the broker's store to a consumer, in wall clock milliseconds. */
  STORE_TO_CONSUMER("s2c"),
  /** Transactions: from the call of send until the half message is acknowledged. */
  HALF_SEND("halfSend"),
  /** Transactions: the local transaction. */
  LOCAL_TRANSACTION("localTransaction"),
  /** Transactions: from the local transaction's end until its result was handed to the broker. */
  END_TRANSACTION("endTransaction"),
  /** Transactions: from the intended time until the broker asks back. */
  CHECK_BACK("checkBack"),
  /** Transactions: end to end of messages that a check-back committed. */
  CHECKED_END_TO_END("checkedEndToEnd");

  private final String label;

  Metric(String label) {
    this.label = label;
  }

  /** Its name in files and on the console. */
  public String label() {
    return label;
  }
}
