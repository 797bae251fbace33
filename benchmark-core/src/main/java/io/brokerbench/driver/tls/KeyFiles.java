package io.brokerbench.driver.tls;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import io.brokerbench.file.PrivateFile;
import io.brokerbench.units.Text;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.UnrecoverableKeyException;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;

/**
 * Reads certificates and keys. Each method throws an {@link IllegalArgumentException} with a
 * message that continues a sentence starting with the key of a setting.
 */
final class KeyFiles {

  private static final Pattern KEY =
      Pattern.compile("-----BEGIN ([A-Z ]*)PRIVATE KEY-----([^-]+)-----END");

  private static final String BEGIN = "-----BEGIN ";
  private static final long MAX_BYTES = 1 << 20;

  private KeyFiles() {}

  /** A key store with the certificates of a PEM file as trusted authorities. */
  static KeyStore authorities(String file) {
    return trusting(certificates(file, content(file)));
  }

  /** A key store with the certificates of a PEM text as trusted authorities. */
  static KeyStore trusting(String pem) {
    return trusting(certificates("", pem.getBytes(US_ASCII)));
  }

  private static KeyStore trusting(Collection<? extends Certificate> certificates) {
    try {
      KeyStore trusted = KeyStore.getInstance("PKCS12");
      trusted.load(null, null);
      int number = 0;
      for (Certificate certificate : certificates) {
        trusted.setCertificateEntry("authority-" + number++, certificate);
      }
      return trusted;
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Whether a file is a PKCS #12 file, which has the key of its certificate. */
  static boolean hasKey(String certificate) {
    return !new String(content(certificate), ISO_8859_1).contains(BEGIN);
  }

  /** The certificate and key of a PKCS #12 file. */
  static KeyManagerFactory pkcs12(String file, String password) {
    try {
      KeyStore keys = KeyStore.getInstance("PKCS12");
      keys.load(new ByteArrayInputStream(content(file)), password.toCharArray());
      return managers(keys, password);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          e.getCause() instanceof UnrecoverableKeyException
              ? Text.of("names %s, which has another password; set tls.key-password", file)
              : Text.of("names %s, which is neither a PEM nor a PKCS #12 file", file),
          e);
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException(
          Text.of("names %s, which cannot be read: %s", file, e.getMessage()), e);
    }
  }

  /** A certificate with its chain, and the key of the certificate. */
  static KeyManagerFactory pem(String certificate, String key) {
    Certificate[] chain =
        certificates(certificate, content(certificate)).toArray(Certificate[]::new);
    try {
      KeyStore keys = KeyStore.getInstance("PKCS12");
      keys.load(null, null);
      keys.setKeyEntry("client", key(key, chain[0]), new char[0], chain);
      return managers(keys, "");
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalArgumentException(
          Text.of("names %s, which is not the key of tls.certificate: %s", key, e.getMessage()), e);
    }
  }

  private static KeyManagerFactory managers(KeyStore keys, String password)
      throws GeneralSecurityException {
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(keys, password.toCharArray());
    return factory;
  }

  private static PrivateKey key(String file, Certificate certificate)
      throws IOException, GeneralSecurityException {
    byte[] content = content(file);
    if (!PrivateFile.is(Path.of(file))) {
      throw new IllegalArgumentException(
          Text.of("names %1$s, which others may read or change; first run chmod 600 %1$s", file));
    }
    Matcher pem = KEY.matcher(new String(content, ISO_8859_1));
    if (!pem.find()) {
      throw new IllegalArgumentException(
          Text.of("names %s, which has no private key in PEM", file));
    }
    if (!pem.group(1).isEmpty()) {
      throw new IllegalArgumentException(
          Text.of(
              "names %s, whose key is \"%sPRIVATE KEY\"; convert it by openssl pkcs8 -topk8 -nocrypt",
              file, pem.group(1)));
    }
    return KeyFactory.getInstance(certificate.getPublicKey().getAlgorithm())
        .generatePrivate(new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(pem.group(2))));
  }

  private static Collection<? extends Certificate> certificates(String file, byte[] content) {
    Collection<? extends Certificate> certificates;
    try {
      certificates =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(content));
    } catch (CertificateException e) {
      throw new IllegalArgumentException(
          Text.of("names %s, which is not a PEM file of certificates", file), e);
    }
    if (certificates.isEmpty()) {
      throw new IllegalArgumentException(Text.of("names %s, which has no certificate", file));
    }
    return certificates;
  }

  private static byte[] content(String file) {
    try {
      Path path = Path.of(file);
      if (!Files.isRegularFile(path)) {
        throw new IllegalArgumentException(Text.of("names the file %s, which is not there", file));
      }
      if (Files.size(path) > MAX_BYTES) {
        throw new IllegalArgumentException(
            Text.of("names %s, which has more than %,d bytes", file, MAX_BYTES));
      }
      return Files.readAllBytes(path);
    } catch (InvalidPathException | IOException e) {
      throw new IllegalArgumentException(
          Text.of("names %s, which cannot be read: %s", file, e.getMessage()), e);
    }
  }
}
