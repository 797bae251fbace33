package io.brokerbench.cluster.node;

import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * A random value that cannot be guessed. {@link #toString} hides it from logs and results.
 *
 * @param hex 32 hexadecimal digits
 */
public record Secret(String hex) {

  private static final int BYTES = 16;

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
