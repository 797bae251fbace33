package io.brokerbench.driver.tls;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsReader;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * TLS from clients to brokers: the authorities that clients trust, and the certificate that they
 * present. {@code tls.yaml} documents each setting and its default. Thread-safe.
 */
public final class ClientTls {

  private static final String VERIFY = "tls.verify";
  private static final String AUTHORITIES = "tls.authorities";
  private static final String CERTIFICATE = "tls.certificate";
  private static final String KEY = "tls.key";
  private static final String KEY_PASSWORD = "tls.key-password";

  private final boolean verifying;
  private final Optional<KeyStore> authorities;
  private final Optional<KeyManagerFactory> keys;

  private ClientTls(
      boolean verifying, Optional<KeyStore> authorities, Optional<KeyManagerFactory> keys) {
    this.verifying = verifying;
    this.authorities = authorities;
    this.keys = keys;
  }

  /** Adds the file of defaults with the keys that {@link #read} reads. */
  public static void addDefaults(SettingsReader reader) {
    reader.defaults(ClientTls.class, "tls.yaml");
  }

  /**
   * Reads the settings and the files that they name; empty if connections are not encrypted.
   * Reports problems to {@code settings}.
   */
  public static Optional<ClientTls> read(Settings settings) {
    boolean enabled = settings.flag("cluster.tls");
    boolean verifying = settings.flag(VERIFY);
    Optional<KeyStore> authorities =
        settings.parsed(AUTHORITIES, file -> given(file).map(KeyFiles::authorities));
    String password = settings.text(KEY_PASSWORD);
    String key = settings.text(KEY);
    Optional<KeyManagerFactory> keys = keys(settings, key, password);
    if (!enabled) {
      Stream.of(VERIFY, AUTHORITIES, CERTIFICATE, KEY, KEY_PASSWORD)
          .filter(each -> settings.isGiven(each) && !settings.text(each).isBlank())
          .forEach(each -> settings.problem(each, "needs cluster.tls=true"));
      return Optional.empty();
    }
    if (!verifying && authorities.isPresent()) {
      settings.problem(AUTHORITIES, "is for tls.verify=true");
    }
    return Optional.of(new ClientTls(verifying, authorities, keys));
  }

  /** TLS without settings: the authority of the cluster is trusted, no certificate presented. */
  public static ClientTls ofCluster() {
    return new ClientTls(true, Optional.empty(), Optional.empty());
  }

  private static Optional<KeyManagerFactory> keys(Settings settings, String key, String password) {
    Optional<String> certificate =
        settings.parsed(
            CERTIFICATE,
            file -> {
              Optional<String> given = given(file);
              given.ifPresent(KeyFiles::hasKey); // Throws an exception if it cannot be read.
              return given;
            });
    if (certificate.isEmpty()) {
      Stream.of(KEY, KEY_PASSWORD)
          .filter(settings::isGiven)
          .forEach(each -> settings.problem(each, "needs tls.certificate"));
      return Optional.empty();
    }
    boolean pkcs12 = KeyFiles.hasKey(certificate.get());
    if (pkcs12 && !key.isEmpty()) {
      settings.problem(KEY, "is for a tls.certificate in PEM; a PKCS #12 file has its key");
    }
    if (!pkcs12 && !password.isEmpty()) {
      settings.problem(
          KEY_PASSWORD, "is for a tls.certificate in PKCS #12; a tls.key in PEM has no password");
    }
    if (!pkcs12 && key.isEmpty()) {
      settings.problem(CERTIFICATE, "needs tls.key, the file of its private key");
      return Optional.empty();
    }
    try {
      return Optional.of(
          pkcs12
              ? KeyFiles.pkcs12(certificate.get(), password)
              : KeyFiles.pem(certificate.get(), key));
    } catch (IllegalArgumentException e) {
      settings.problem(pkcs12 ? CERTIFICATE : KEY, String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  private static Optional<String> given(String file) {
    return Optional.of(file).filter(name -> !name.isEmpty());
  }

  /** Whether a broker's certificate and host are verified. */
  public boolean verifying() {
    return verifying;
  }

  /**
   * Whether the certificate of a session's broker is for a host: for clients that connect to an IP
   * address because the name has underscores.
   */
  public static boolean isFor(SSLSession session, String host) {
    return HostNames.isFor(session, host);
  }

  /** The certificate that clients present; empty for none. */
  public Optional<KeyManagerFactory> keys() {
    return keys;
  }

  /**
   * Verifies the chain of brokers' certificates. Only for {@link #verifying()}.
   *
   * @param authority of the cluster, {@link Cluster#authority()}
   */
  public TrustManagerFactory trust(Optional<String> authority) throws BrokerException {
    try {
      TrustManagerFactory factory =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      @Nullable KeyStore trusted =
          authorities.or(() -> authority.map(KeyFiles::trusting)).orElse(null);
      factory.init(trusted);
      return HostNames.added(factory);
    } catch (GeneralSecurityException e) {
      throw unavailable(e);
    }
  }

  /**
   * A context of connections with the protocol versions of this JVM. Its clients verify the chain
   * of certificates; the clients that use it verify host names.
   *
   * @param authority of the cluster, {@link Cluster#authority()}
   */
  public SSLContext context(Optional<String> authority) throws BrokerException {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(
          keys.map(KeyManagerFactory::getKeyManagers).orElse(new KeyManager[0]),
          verifying
              ? trust(authority).getTrustManagers()
              : new TrustManager[] {new AnyCertificate()},
          null);
      return context;
    } catch (GeneralSecurityException e) {
      throw unavailable(e);
    }
  }

  private static BrokerException unavailable(GeneralSecurityException e) {
    return new BrokerException("TLS is not available: " + e.getMessage(), e);
  }

  /** Trusts every certificate of every host, for {@code tls.verify=false}. Immutable. */
  private static final class AnyCertificate extends X509ExtendedTrustManager {

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
