package io.brokerbench.record;

import java.security.SecureRandom;

/**
 * Identities of runs and of what they make at brokers: random, so that generators that are started
 * at the same moment with the same seed have different ones. Thread-safe.
 */
public final class RandomId {

  /** Every client id of MQTT 3.1.1 may hold these, and every name of the other brokers. */
  private static final String ALPHABET =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

  /** Of these 2^64 have room in 62^11. */
  private static final int NAME_LENGTH = 11;

  private RandomId() {}

  /** The number of a run in its message headers: 32 random bits. */
  public static int ofRun() {
    return new SecureRandom().nextInt();
  }

  /** A part of a name: 64 random bits as 11 letters and digits. */
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
