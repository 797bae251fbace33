package io.brokerbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.brokerbench.driver.tls.ClientTls;
import io.brokerbench.driver.tls.TlsFailure;
import io.brokerbench.testkit.TestCertificates;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsException;
import io.brokerbench.workload.SettingsReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ClientTlsTest {

  private static final int PATIENCE_MILLIS = 120_000;

  private final Path directory;
  private final TestCertificates certificates;

  ClientTlsTest(@TempDir Path directory) {
    this.directory = directory;
    this.certificates = new TestCertificates(directory);
  }

  @BeforeAll
  void make() throws Exception {
    certificates.makeUsual();
    certificates.issue("mq_1", "trusted", "dns:mq_1");
    certificates.issue("any", "trusted", "dns:*.shop_net");
    for (String name : List.of("trusted", "foreign", "client", "here", "strange")) {
      certificates.pem(name);
      certificates.key(name);
    }
    certificates.pkcs12("client");
    Files.writeString(directory.resolve("text"), "no key");
    Files.writeString(
        directory.resolve("encrypted.key"),
        "-----BEGIN ENCRYPTED PRIVATE KEY-----\nMIIB\n-----END ENCRYPTED PRIVATE KEY-----\n");
    Files.copy(directory.resolve("client.key"), directory.resolve("open.key"));
    for (String name : List.of("text", "encrypted.key")) {
      Files.setPosixFilePermissions(
          directory.resolve(name), PosixFilePermissions.fromString("rw-------"));
    }
    Files.setPosixFilePermissions(
        directory.resolve("open.key"), PosixFilePermissions.fromString("rw-r--r--"));
  }

  @Test
  void noTlsIsTheDefault() throws Exception {
    assertThat(read()).isEmpty();
  }

  @Test
  void aCertificateForTheHostByATrustedAuthorityIsAccepted() throws Exception {
    ClientTls tls = read("cluster.tls=true", "tls.authorities=trusted.pem").orElseThrow();
    assertThat(tls.verifying()).isTrue();
    assertThat(handshake(tls, Optional.empty(), "here", false)).isEmpty();
  }

  @Test
  void theAuthorityOfAClusterIsTrustedUnlessAnotherIsGiven() throws Exception {
    Optional<String> authority = Optional.of(Files.readString(directory.resolve("trusted.pem")));
    ClientTls tls = read("cluster.tls=true").orElseThrow();
    assertThat(handshake(tls, authority, "here", false)).isEmpty();
    assertThat(handshake(tls, Optional.empty(), "here", false)).isNotEmpty();
    ClientTls foreign = read("cluster.tls=true", "tls.authorities=foreign.pem").orElseThrow();
    assertThat(handshake(foreign, authority, "here", false)).isNotEmpty();
  }

  @Test
  void theCertificateOfAStartedClusterIsThatOfItsAuthority() throws Exception {
    Certificate own = Certificate.make();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    keys.load(new ByteArrayInputStream(own.keyStore()), Certificate.PASSWORD.toCharArray());
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(keys, Certificate.PASSWORD.toCharArray());
    SSLContext server = SSLContext.getInstance("TLS");
    server.init(factory.getKeyManagers(), null, null);
    ClientTls tls = read("cluster.tls=true").orElseThrow();
    assertThat(handshake(tls, Optional.of(own.authorityPem()), server, false)).isEmpty();
    assertThat(handshake(tls, Optional.of(Certificate.make().authorityPem()), server, false))
        .isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "elsewhere | its certificate is for another host: No subject alternative names",
        "expired | its certificate has expired (NotAfter: ",
        "strange | its certificate was not issued by a trusted authority; check tls.authorities",
      })
  void anyOtherCertificateIsRefusedWithTheReason(String server, String reason) throws Exception {
    ClientTls tls = read("cluster.tls=true", "tls.authorities=trusted.pem").orElseThrow();
    assertThat(handshake(tls, Optional.empty(), server, false)).contains(reason);
    ClientTls trusting = read("cluster.tls=true", "tls.verify=false").orElseThrow();
    assertThat(trusting.verifying()).isFalse();
    assertThat(handshake(trusting, Optional.empty(), server, false)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "tls.certificate=client.pem, tls.key=client.key",
    "tls.certificate=client.p12, tls.key-password=changeit",
  })
  void aServerThatRequiresACertificateGetsIt(String certificate, String further) throws Exception {
    ClientTls tls =
        read("cluster.tls=true", "tls.authorities=trusted.pem", certificate, further).orElseThrow();
    assertThat(tls.keys()).isPresent();
    assertThat(handshake(tls, Optional.empty(), "here", true)).isEmpty();
  }

  @Test
  void aServerThatRequiresACertificateRefusesClientsWithoutAValidOne() throws Exception {
    ClientTls without = read("cluster.tls=true", "tls.authorities=trusted.pem").orElseThrow();
    assertThat(handshake(without, Optional.empty(), "here", true))
        .startsWith("it refuses the handshake: ")
        .endsWith("; check tls.certificate");
    ClientTls strange =
        read(
                "cluster.tls=true",
                "tls.authorities=trusted.pem",
                "tls.certificate=strange.pem",
                "tls.key=strange.key")
            .orElseThrow();
    assertThat(handshake(strange, Optional.empty(), "here", true)).isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tls.verify=false | tls.verify needs cluster.tls=true",
        "tls.authorities=trusted.pem | tls.authorities needs cluster.tls=true",
        "cluster.tls=true tls.authorities=none | tls.authorities names the file none, which is not there",
        "cluster.tls=true tls.authorities=text | tls.authorities names text, which is not a PEM file",
        "cluster.tls=true tls.verify=false tls.authorities=trusted.pem | tls.authorities is for tls.verify=true",
        "cluster.tls=true tls.key=client.key | tls.key needs tls.certificate",
        "cluster.tls=true tls.certificate=client.pem | tls.certificate needs tls.key",
        "cluster.tls=true tls.certificate=client.p12 tls.key-password=wrong | tls.certificate names client.p12, which has another password",
        "cluster.tls=true tls.certificate=text | tls.certificate names text, which is neither a PEM nor a PKCS #12 file",
        "cluster.tls=true tls.certificate=client.p12 tls.key-password=changeit tls.key=client.key | tls.key is for a tls.certificate in PEM",
        "cluster.tls=true tls.certificate=client.pem tls.key=client.key tls.key-password=changeit | tls.key-password is for a tls.certificate in PKCS #12",
        "cluster.tls=true tls.certificate=client.pem tls.key=open.key | tls.key names open.key, which others may read or change; first run chmod 600 open.key",
        "cluster.tls=true tls.certificate=client.pem tls.key=text | tls.key names text, which has no private key in PEM",
        "cluster.tls=true tls.certificate=client.pem tls.key=encrypted.key | tls.key names encrypted.key, whose key is \"ENCRYPTED PRIVATE KEY\"",
      })
  void aWrongSettingIsRefused(String assignments, String problem) {
    SettingsException refused =
        catchThrowableOfType(SettingsException.class, () -> read(assignments.split(" ", -1)));
    assertThat(refused).isNotNull();
    assertThat(refused.problems())
        .singleElement()
        .asString()
        .satisfies(line -> assertThat(line.replace(directory + "/", "")).contains(problem));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mq_1 | mq_1 | ",
        "mq_1 | MQ_1 | ",
        "any | mq_1.shop_net | ",
        "any | a.mq_1.shop_net | its certificate is for another host: No subject alternative DNS name",
        "any | shop_net | its certificate is for another host: No subject alternative DNS name",
        "mq_1 | mq_2 | its certificate is for another host: No subject alternative DNS name matching mq_2",
        "here | mq_1 | its certificate is for another host: No subject alternative DNS name matching mq_1",
        "elsewhere | mq_1 | its certificate is for another host: No subject alternative DNS name",
        "expired | mq_1 | its certificate has expired",
        "strange | mq_1 | its certificate was not issued by a trusted authority",
        "mq_1 | localhost | its certificate is for another host",
      })
  void aNameWithAnUnderscoreIsVerifiedByTheNamesOfTheCertificate(
      String server, String host, @Nullable String problem) throws Exception {
    ClientTls tls = read("cluster.tls=true", "tls.authorities=trusted.pem").orElseThrow();
    String found = handshake(tls, host, certificates.server(server, "trusted"));
    assertThat(found).startsWith(problem == null ? "" : problem);
    assertThat(found.isEmpty()).isEqualTo(problem == null);
    ClientTls unverified = read("cluster.tls=true", "tls.verify=false").orElseThrow();
    assertThat(handshake(unverified, host, certificates.server(server, "trusted"))).isEmpty();
  }

  private static String handshake(ClientTls tls, String host, SSLContext server) throws Exception {
    return handshake(tls, Optional.empty(), server, false, host);
  }

  /** Files are below the directory of the test. */
  private Optional<ClientTls> read(String... assignments) throws SettingsException {
    SettingsReader reader = new SettingsReader().defaults(ClientTlsTest.class, "tls.yaml");
    ClientTls.addDefaults(reader);
    for (String assignment : assignments) {
      reader.assign(
          assignment.matches("tls\\.(authorities|certificate|key)=.*")
              ? assignment.replaceFirst("=", "=" + directory + "/")
              : assignment);
    }
    Settings settings = reader.settings();
    Optional<ClientTls> tls = ClientTls.read(settings);
    settings.finish();
    return tls;
  }

  /** Connects to a server; returns why that failed, or an empty text. */
  private String handshake(
      ClientTls tls, Optional<String> authority, String server, boolean requiresCertificate)
      throws Exception {
    return handshake(tls, authority, certificates.server(server, "trusted"), requiresCertificate);
  }

  private static String handshake(
      ClientTls tls, Optional<String> authority, SSLContext server, boolean requiresCertificate)
      throws Exception {
    return handshake(tls, authority, server, requiresCertificate, "127.0.0.1");
  }

  private static String handshake(
      ClientTls tls,
      Optional<String> authority,
      SSLContext server,
      boolean requiresCertificate,
      String host)
      throws Exception {
    try (SSLServerSocket listener =
        (SSLServerSocket)
            server
                .getServerSocketFactory()
                .createServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      listener.setNeedClientAuth(requiresCertificate);
      Thread serving = new Thread(() -> serve(listener));
      serving.setDaemon(true);
      serving.start();
      Throwable failure =
          catchThrowable(() -> connect(tls, authority, host, listener.getLocalPort()));
      return failure == null
          ? ""
          : TlsFailure.text(failure).orElseThrow(() -> new AssertionError(failure));
    }
  }

  private static void serve(SSLServerSocket listener) {
    try (SSLSocket socket = (SSLSocket) listener.accept()) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      socket.getOutputStream().write(1);
    } catch (IOException e) {
      // The client reports the failure.
    }
  }

  /** Connects to loopback under a name. */
  private static void connect(ClientTls tls, Optional<String> authority, String host, int port)
      throws Exception {
    try (SSLSocket socket =
        (SSLSocket)
            tls.context(authority)
                .getSocketFactory()
                .createSocket(
                    new Socket(InetAddress.getLoopbackAddress(), port), host, port, true)) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      if (tls.verifying()) {
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
      }
      assertThat(socket.getInputStream().read()).isEqualTo(1);
    }
  }
}
