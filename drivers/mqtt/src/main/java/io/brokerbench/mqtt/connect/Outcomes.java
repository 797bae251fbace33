package io.brokerbench.mqtt.connect;

import io.brokerbench.driver.Completion;
import io.brokerbench.record.Ledger;
import io.brokerbench.record.SendOutcome;

/** Outcomes of publishes, by QoS. */
public final class Outcomes {

  static final String LOST = "client-connection-lost";
  static final String NOT_CONNECTED = "client-not-connected";
  static final String FULL = "client-too-many-publishes";
  public static final String TIME_OUT = "client-time-out";

  private static final String[] ANSWERS = {"", "PUBACK", "PUBCOMP"};

  private Outcomes() {}

  /** Completes a message that was written (QoS 0) or answered. */
  static void done(int qos, Completion completion) {
    if (qos == 0) {
      completion.complete(SendOutcome.UNKNOWN, Ledger.ONEWAY);
    } else {
      completion.complete(SendOutcome.ACKED, ANSWERS[qos]);
    }
  }
}
