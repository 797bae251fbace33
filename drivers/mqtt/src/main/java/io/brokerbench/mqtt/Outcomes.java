package io.brokerbench.mqtt;

import io.brokerbench.driver.Completion;
import io.brokerbench.record.Ledger;
import io.brokerbench.record.Outcome;

/** What an answer, or none, says of a message; by quality of service. */
final class Outcomes {

  static final String LOST = "client-connection-lost";
  static final String NOT_CONNECTED = "client-not-connected";
  static final String FULL = "client-too-many-publishes";
  static final String TIME_OUT = "client-time-out";

  private static final String[] ANSWERS = {"", "PUBACK", "PUBCOMP"};

  private Outcomes() {}

  /** It was written, or answered. */
  static void done(int qos, Completion completion) {
    if (qos == 0) {
      completion.complete(Outcome.UNKNOWN, Ledger.ONEWAY);
    } else {
      completion.complete(Outcome.ACKED, ANSWERS[qos]);
    }
  }
}
