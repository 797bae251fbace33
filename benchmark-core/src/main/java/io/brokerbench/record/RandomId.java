package io.brokerbench.record;

import java.security.SecureRandom;

/**
 * Identities of runs and of their resources on brokers. They are random, so that generators started
 * at the same moment with the same seed have different ones. Thread-safe.
 */
public final class RandomId {

  /** Allowed in every client id of MQTT 3.1.1 and in every name of the other brokers. */
  private static final String ALPHABET =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

  /** 62^11 exceeds 2^64. */
  private static final int NAME_LENGTH = 11;

  private RandomId() {}

  /** Creates the number of a run for its message headers: 32 random bits. */
  public static int ofRun() {
    return new SecureRandom().nextInt();
  }

  /** Creates a part of a name: 64 random bits as 11 letters and digits. */
  public static String ofName() {
    long bits = new SecureRandom().nextLong();
    StringBuilder name = new StringBuilder();
    for (int i = 0; i < NAME_LENGTH; i++) {
      name.append(ALPHABET.charAt((int) Long.remainderUnsigned(bits, ALPHABET.length())));
      bits = Long.divideUnsigned(bits, ALPHABET.length());
    }
    return name.toString();
  }
}
