package io.brokerbench.cluster.mqtt;

import io.brokerbench.cluster.mqtt.MqttSettings.Account;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Locale;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/** The users of a mosquitto, as {@code mosquitto_passwd} of release 2 writes them. */
final class PasswordFile {

  private static final int ITERATIONS = 101;
  private static final int SALT_BYTES = 12;
  private static final int HASH_BITS = 512;

  private PasswordFile() {}

  /** The file's text. */
  static String of(Account account) {
    byte[] salt = new byte[SALT_BYTES];
    new SecureRandom().nextBytes(salt);
    try {
      byte[] hash =
          SecretKeyFactory.getInstance("PBKDF2WithHmacSHA512")
              .generateSecret(
                  new PBEKeySpec(account.password().toCharArray(), salt, ITERATIONS, HASH_BITS))
              .getEncoded();
      Base64.Encoder encoder = Base64.getEncoder();
      return String.format(
          Locale.ROOT,
          "%s:$7$%d$%s$%s\n",
          account.user(),
          ITERATIONS,
          encoder.encodeToString(salt),
          encoder.encodeToString(hash));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
