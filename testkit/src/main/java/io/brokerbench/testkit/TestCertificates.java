package io.brokerbench.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.brokerbench.driver.tls.Keytool;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Authorities and certificates of a test, made by the JDK's keytool in a directory. */
public final class TestCertificates {

  public static final String PASSWORD = "changeit";

  private final Path directory;
  private final Path store;

  public TestCertificates(Path directory) {
    this.directory = directory;
    this.store = directory.resolve("all.p12");
  }

  /**
   * Makes what tests of verification need: the authorities {@code trusted} and {@code foreign}; of
   * the trusted one, certificates of servers that are {@code here} (127.0.0.1), {@code elsewhere}
   * or {@code expired}, and one of a {@code client}; of the foreign one, a {@code strange} server.
   */
  public void makeUsual() throws IOException, InterruptedException {
    authority("trusted");
    authority("foreign");
    issue("here", "trusted", "ip:127.0.0.1");
    issue("elsewhere", "trusted", "dns:elsewhere.example");
    issue("expired", "trusted", "ip:127.0.0.1", "-startdate", "-9d", "-validity", "3");
    issue("strange", "foreign", "ip:127.0.0.1");
    issue("client", "trusted", "dns:client");
  }

  /** Makes an authority. */
  public void authority(String name) throws IOException, InterruptedException {
    generate(name, "-ext", "bc:critical=ca:true");
  }

  /**
   * Makes a certificate.
   *
   * @param host its subject alternative name: {@code ip:127.0.0.1}; a DNS name may have underscores
   * @param more further arguments of keytool
   */
  public void issue(String name, String authority, String host, String... more)
      throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(List.of("-signer", authority, "-ext", alternative(host)));
    all.addAll(List.of(more));
    generate(name, all.toArray(String[]::new));
  }

  /** Keytool refuses underscores unless the extension is given as bytes: a sequence of one name. */
  private static String alternative(String host) {
    if (!host.contains("_")) {
      return "san=" + host;
    }
    byte[] name = host.substring(host.indexOf(':') + 1).getBytes(UTF_8);
    HexFormat hex = HexFormat.of();
    return "2.5.29.17=30"
        + hex.toHexDigits((byte) (name.length + 2))
        + "82"
        + hex.toHexDigits((byte) name.length)
        + hex.formatHex(name);
  }

  private void generate(String name, String... more) throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(List.of("-keyalg", "EC", "-groupname", "secp256r1"));
    arguments.addAll(List.of(more));
    Keytool.generate(store, PASSWORD, name, name, arguments);
  }

  /** PEM file of a certificate and its chain, or of an authority. */
  public Path pem(String name) throws IOException, GeneralSecurityException {
    StringBuilder text = new StringBuilder();
    for (Certificate each : all().getCertificateChain(name)) {
      text.append(pem("CERTIFICATE", each.getEncoded()));
    }
    return Files.writeString(directory.resolve(name + ".pem"), text);
  }

  /** PEM file of a private key, which only its owner may read. */
  public Path key(String name) throws IOException, GeneralSecurityException {
    byte[] key = Objects.requireNonNull(all().getKey(name, PASSWORD.toCharArray())).getEncoded();
    Path file = Files.writeString(directory.resolve(name + ".key"), pem("PRIVATE KEY", key));
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }

  /** PKCS #12 file of a certificate, its chain and its key. */
  public Path pkcs12(String name) throws IOException, GeneralSecurityException {
    Path file = directory.resolve(name + ".p12");
    try (OutputStream out = Files.newOutputStream(file)) {
      alone(name, "PKCS12").store(out, PASSWORD.toCharArray());
    }
    return file;
  }

  /**
   * TLS of a server.
   *
   * @param authority of the clients' certificates
   */
  public SSLContext server(String name, String authority)
      throws IOException, GeneralSecurityException {
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    // This type does not stretch the password.
    keys.init(alone(name, "JKS"), PASSWORD.toCharArray());
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry(authority, all().getCertificate(authority));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    return context;
  }

  private KeyStore alone(String name, String type) throws IOException, GeneralSecurityException {
    KeyStore all = all();
    KeyStore keys = KeyStore.getInstance(type);
    keys.load(null, null);
    keys.setKeyEntry(
        name,
        all.getKey(name, PASSWORD.toCharArray()),
        PASSWORD.toCharArray(),
        all.getCertificateChain(name));
    return keys;
  }

  private KeyStore all() throws IOException, GeneralSecurityException {
    KeyStore all = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      all.load(in, PASSWORD.toCharArray());
    }
    return all;
  }

  private static String pem(String what, byte[] encoded) {
    return String.format(
        Locale.ROOT,
        "-----BEGIN %1$s-----%n%2$s%n-----END %1$s-----%n",
        what,
        Base64.getMimeEncoder().encodeToString(encoded));
  }
}
