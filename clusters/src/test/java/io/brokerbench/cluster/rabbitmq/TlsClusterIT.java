package io.brokerbench.cluster.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.cluster.GivenSettings;
import io.brokerbench.driver.Cluster;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("ci")
@RequiresRabbitMq
final class TlsClusterIT {

  @Test
  void clientsMeetTheCertificateThatTheFactsName(@TempDir Path parent) throws Exception {
    try (Cluster cluster =
        GivenSettings.plan(
                new RabbitMqClusterFactory(),
                "process",
                "cluster.nodes=1",
                "cluster.tls=true",
                "cluster.memory-watermark=256m",
                "cluster.data-directory=" + parent)
            .start(line -> {})) {
      Path certificate = Path.of(String.valueOf(cluster.facts().get(Cluster.AUTHORITY_FILE)));
      int port = Integer.parseInt(cluster.address().substring("127.0.0.1:".length()));
      try (SSLSocket socket =
          (SSLSocket) trusting(certificate).getSocketFactory().createSocket("127.0.0.1", port)) {
        socket.startHandshake();
        // With that of the authority.
        assertThat(socket.getSession().getPeerCertificates()).hasSize(2);
      }
    }
    assertThat(parent).isEmptyDirectory();
  }

  private static SSLContext trusting(Path certificate) throws Exception {
    KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
    trusted.load(null, null);
    try (InputStream in = Files.newInputStream(certificate)) {
      trusted.setCertificateEntry(
          "node", CertificateFactory.getInstance("X.509").generateCertificate(in));
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, factory.getTrustManagers(), null);
    return context;
  }
}
