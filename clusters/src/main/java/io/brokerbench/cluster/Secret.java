package io.brokerbench.cluster;

import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * Something that nobody can guess. Its text does not show it, so that no log or result does.
 *
 * @param hex its 32 hexadecimal digits
 */
public record Secret(String hex) {

  private static final int BYTES = 16;

  /** A new one. */
  public static Secret make() {
    byte[] bytes = new byte[BYTES];
    new SecureRandom().nextBytes(bytes);
    return new Secret(HexFormat.of().formatHex(bytes));
  }

  @Override
  public String toString() {
    return "***";
  }
}
