package io.brokerbench.cluster.rabbitmq;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.brokerbench.driver.BrokerException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.Objects;

/** A certificate for this machine's loopback, signed by itself, with its key. */
record Certificate(String certificatePem, String keyPem) {

  private static final String ALIAS = "node";
  // Of a file that lives for a second.
  private static final String PASSWORD = "brokerbench";
  private static final int LINE_LENGTH = 64;

  /** Made by the JDK's own tool. */
  static Certificate make() throws BrokerException, InterruptedException {
    try {
      Path directory = Files.createTempDirectory("brokerbench-certificate-");
      Path store = directory.resolve("store.p12");
      try {
        run(store);
        return read(store);
      } finally {
        Files.deleteIfExists(store);
        Files.delete(directory);
      }
    } catch (IOException | GeneralSecurityException e) {
      throw new BrokerException("no certificate can be made: " + e.getMessage(), e);
    }
  }

  private static void run(Path store) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                ALIAS,
                "-keyalg",
                "RSA",
                "-keysize",
                "2048",
                "-validity",
                "365",
                "-dname",
                "CN=localhost",
                "-ext",
                "san=dns:localhost,ip:127.0.0.1",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD)
            .redirectErrorStream(true)
            .start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
    if (process.waitFor() != 0) {
      throw new IOException(said);
    }
  }

  private static Certificate read(Path store) throws IOException, GeneralSecurityException {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    return new Certificate(
        pem("CERTIFICATE", Objects.requireNonNull(keys.getCertificate(ALIAS)).getEncoded()),
        pem(
            "PRIVATE KEY",
            Objects.requireNonNull(keys.getKey(ALIAS, PASSWORD.toCharArray())).getEncoded()));
  }

  private static String pem(String what, byte[] encoded) {
    return "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n"
        .formatted(
            what,
            Base64.getMimeEncoder(LINE_LENGTH, "\n".getBytes(US_ASCII)).encodeToString(encoded));
  }
}
