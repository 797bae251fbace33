package io.brokerbench.driver.tls;

import io.brokerbench.units.Text;
import java.net.Socket;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Collection;
import java.util.stream.Stream;
import javax.net.ssl.ManagerFactoryParameters;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.TrustManagerFactorySpi;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Verifies the names of hosts that have underscores, as those of Docker's containers do, by the DNS
 * names of the certificate: the JDK refuses such names whatever the certificate says. Other names
 * are left to the JDK. Immutable.
 */
final class HostNames extends X509ExtendedTrustManager {

  private static final int DNS_NAME = 2;
  private static final String ANY_LABEL = "*";

  private final X509ExtendedTrustManager others;

  private HostNames(X509ExtendedTrustManager others) {
    this.others = others;
  }

  /** A factory whose managers verify these names, too. */
  static TrustManagerFactory added(TrustManagerFactory factory) {
    return new Factory(factory);
  }

  private static final class Factory extends TrustManagerFactory {

    Factory(TrustManagerFactory factory) {
      super(new Managers(factory), factory.getProvider(), factory.getAlgorithm());
    }
  }

  private static final class Managers extends TrustManagerFactorySpi {

    private final TrustManagerFactory factory;

    Managers(TrustManagerFactory factory) {
      this.factory = factory;
    }

    @Override
    protected void engineInit(@Nullable KeyStore store) {
      throw new IllegalStateException("it has its authorities");
    }

    @Override
    protected void engineInit(ManagerFactoryParameters parameters) {
      throw new IllegalStateException("it has its authorities");
    }

    @Override
    protected TrustManager[] engineGetTrustManagers() {
      return Arrays.stream(factory.getTrustManagers())
          .map(
              manager ->
                  manager instanceof X509ExtendedTrustManager verifier
                      ? new HostNames(verifier)
                      : manager)
          .toArray(TrustManager[]::new);
    }
  }

  /** Whether the JDK takes it for no name of a host. */
  private static boolean isForeign(@Nullable String host) {
    return host != null && host.contains("_");
  }

  /** Whether the certificate of a session's peer is for a host. */
  static boolean isFor(SSLSession session, String host) {
    try {
      Certificate[] chain = session.getPeerCertificates();
      return chain.length > 0 && chain[0] instanceof X509Certificate leaf && isFor(leaf, host);
    } catch (SSLPeerUnverifiedException | CertificateParsingException e) {
      return false;
    }
  }

  private static boolean isFor(X509Certificate certificate, String host)
      throws CertificateParsingException {
    return Stream.ofNullable(certificate.getSubjectAlternativeNames())
        .flatMap(Collection::stream)
        .filter(name -> Integer.valueOf(DNS_NAME).equals(name.get(0)))
        .map(name -> String.valueOf(name.get(1)))
        .anyMatch(
            name ->
                name.equalsIgnoreCase(host)
                    || (host.contains(".")
                        && name.equalsIgnoreCase(ANY_LABEL + host.substring(host.indexOf('.')))));
  }

  private static void require(X509Certificate[] chain, String host) throws CertificateException {
    if (!isFor(chain[0], host)) {
      throw new CertificateException(
          Text.of("No subject alternative DNS name matching %s found.", host));
    }
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    if (socket instanceof SSLSocket tls
        && tls.getSSLParameters().getEndpointIdentificationAlgorithm() != null
        && isForeign(tls.getHandshakeSession().getPeerHost())) {
      others.checkServerTrusted(chain, type);
      require(chain, tls.getHandshakeSession().getPeerHost());
    } else {
      others.checkServerTrusted(chain, type, socket);
    }
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    if (engine.getSSLParameters().getEndpointIdentificationAlgorithm() != null
        && isForeign(engine.getPeerHost())) {
      others.checkServerTrusted(chain, type);
      require(chain, engine.getPeerHost());
    } else {
      others.checkServerTrusted(chain, type, engine);
    }
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
    others.checkServerTrusted(chain, type);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    others.checkClientTrusted(chain, type, socket);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    others.checkClientTrusted(chain, type, engine);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
    others.checkClientTrusted(chain, type);
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return others.getAcceptedIssuers();
  }
}
