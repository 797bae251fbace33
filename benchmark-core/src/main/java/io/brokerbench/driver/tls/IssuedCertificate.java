package io.brokerbench.driver.tls;

import io.brokerbench.units.Text;
import java.util.Base64;

/**
 * A certificate with its private key and the authority that issued it, as texts in PEM; the key is
 * in PKCS #8.
 */
public final class IssuedCertificate {

  private static final int LINE_LENGTH = 64;

  private final byte[] certificate;
  private final byte[] key;
  private final byte[] authority;

  /** From the encoded forms. */
  IssuedCertificate(byte[] certificate, byte[] key, byte[] authority) {
    this.certificate = certificate.clone();
    this.key = key.clone();
    this.authority = authority.clone();
  }

  public String certificatePem() {
    return pem("CERTIFICATE", certificate);
  }

  /** The private key of the certificate. */
  public String keyPem() {
    return pem("PRIVATE KEY", key);
  }

  public String authorityPem() {
    return pem("CERTIFICATE", authority);
  }

  private static String pem(String what, byte[] encoded) {
    return Text.of(
        "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n",
        what, Base64.getMimeEncoder(LINE_LENGTH, new byte[] {'\n'}).encodeToString(encoded));
  }
}
