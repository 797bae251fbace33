package io.brokerbench.cluster;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.brokerbench.cluster.process.PrivateDirectory;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.tls.ClientTls;
import io.brokerbench.driver.tls.IssuedCertificate;
import io.brokerbench.driver.tls.ThrowAwayAuthority;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * A certificate for this machine's loopback address, with its key and the authority that issued it,
 * whose own key is not kept.
 *
 * @param certificatePem the certificate
 * @param keyPem the key of the certificate
 * @param authorityPem the certificate of the authority
 */
public record Certificate(String certificatePem, String keyPem, String authorityPem) {

  /** Password of key stores and of the key in them; they exist no longer than a cluster. */
  public static final String PASSWORD = "brokerbench";

  /** The file of the certificate below the home of a node. */
  public static final String FILE = "conf/certificate.pem";

  /** The file of the authority's certificate below the home of a node. */
  public static final String AUTHORITY_FILE = "conf/authority.pem";

  /**
   * The file of the key below the home of a node; it is outside the directories of logs and
   * configuration, which are saved.
   */
  public static final String KEY_FILE = "user/key.pem";

  private static final String ALIAS = "node";

  /** Creates an authority and a certificate with the JDK's keytool. */
  public static Certificate make() throws BrokerException, InterruptedException {
    try (PrivateDirectory directory =
        PrivateDirectory.in(Path.of(System.getProperty("java.io.tmpdir")))) {
      IssuedCertificate issued =
          ThrowAwayAuthority.in(directory.path())
              .issue("localhost", "san=dns:localhost,ip:127.0.0.1");
      return new Certificate(issued.certificatePem(), issued.keyPem(), issued.authorityPem());
    } catch (IOException e) {
      throw new BrokerException("no certificate can be made: " + e.getMessage(), e);
    }
  }

  /** The contents of {@link #FILE}, {@link #AUTHORITY_FILE} and {@link #KEY_FILE}, by name. */
  public Map<String, byte[]> files() {
    return Map.of(
        FILE,
        certificatePem.getBytes(US_ASCII),
        AUTHORITY_FILE,
        authorityPem.getBytes(US_ASCII),
        KEY_FILE,
        keyPem.getBytes(US_ASCII));
  }

  /** Certificate and key as a PKCS 12 key store, protected by {@link #PASSWORD}. */
  public byte[] keyStore() {
    try {
      KeyStore keys = KeyStore.getInstance("PKCS12");
      keys.load(null, null);
      keys.setKeyEntry(
          ALIAS,
          KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(bytes(keyPem))),
          PASSWORD.toCharArray(),
          new java.security.cert.Certificate[] {x509(certificatePem), x509(authorityPem)});
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      keys.store(out, PASSWORD.toCharArray());
      return out.toByteArray();
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A TLS context for clients that trusts the authority and no other. */
  public SSLContext trust() {
    try {
      return ClientTls.ofCluster().context(Optional.of(authorityPem));
    } catch (BrokerException e) {
      throw new IllegalStateException(e);
    }
  }

  private static java.security.cert.Certificate x509(String pem) throws GeneralSecurityException {
    return CertificateFactory.getInstance("X.509")
        .generateCertificate(new ByteArrayInputStream(pem.getBytes(US_ASCII)));
  }

  private static byte[] bytes(String pem) {
    return Base64.getMimeDecoder().decode(pem.replaceAll("-----[A-Z ]+-----", ""));
  }
}
