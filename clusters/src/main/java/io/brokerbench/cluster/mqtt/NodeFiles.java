package io.brokerbench.cluster.mqtt;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.brokerbench.cluster.Certificate;
import java.util.Map;

/**
 * Files that brokers find below their home; what is secret is not where logs and configuration are
 * saved from.
 */
final class NodeFiles {

  static final String CERTIFICATE = "conf/certificate.pem";
  static final String KEY = "user/key.pem";
  static final String KEY_STORE = "user/keys.p12";
  static final String JMX_PASSWORD = "user/jmx-password";

  private NodeFiles() {}

  /** A certificate in every form that some broker reads. */
  static Map<String, byte[]> of(Certificate certificate) {
    return Map.of(
        CERTIFICATE,
        certificate.certificatePem().getBytes(UTF_8),
        KEY,
        certificate.keyPem().getBytes(UTF_8),
        KEY_STORE,
        certificate.keyStore());
  }
}
