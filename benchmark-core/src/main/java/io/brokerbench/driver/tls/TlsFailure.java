package io.brokerbench.driver.tls;

import io.brokerbench.units.Causes;
import io.brokerbench.units.Text;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Optional;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;

/** The meaning of a failed TLS handshake. */
public final class TlsFailure {

  private TlsFailure() {}

  /**
   * What is wrong, as a clause about the broker: "its certificate has expired ...". Empty if the
   * failure is not one of certificates or protocols.
   */
  public static Optional<String> text(Throwable thrown) {
    return Causes.find(thrown, CertificateExpiredException.class)
        .map(e -> Text.of("its certificate has expired (%s)", e.getMessage()))
        .or(
            () ->
                Causes.find(thrown, CertificateNotYetValidException.class)
                    .map(e -> Text.of("its certificate is not valid yet (%s)", e.getMessage())))
        .or(
            () ->
                Causes.find(thrown, CertPathBuilderException.class)
                    .<Throwable>map(e -> e)
                    .or(() -> Causes.find(thrown, CertPathValidatorException.class))
                    .map(
                        e ->
                            "its certificate was not issued by a trusted authority; check tls.authorities"))
        .or(
            () ->
                // A path that is wrong is reported as above, so this one is about the name.
                Causes.find(thrown, CertificateException.class)
                    .filter(e -> e.getCause() == null)
                    .map(e -> Text.of("its certificate is for another host: %s", e.getMessage())))
        .or(
            () ->
                Causes.find(thrown, SSLPeerUnverifiedException.class)
                    .map(e -> "its certificate is for another host"))
        .or(() -> Causes.find(thrown, SSLException.class).flatMap(TlsFailure::ofProtocol));
  }

  /**
   * The same for a connection of a client: with TLS 1.3, a client without the certificate that a
   * broker requires sends its first request before the refusal arrives, and may see a lost
   * connection instead of it.
   *
   * @param tls empty if the connection is not encrypted
   */
  public static Optional<String> text(Throwable thrown, Optional<ClientTls> tls) {
    return text(thrown)
        .or(
            () ->
                tls.filter(client -> client.keys().isEmpty())
                    .flatMap(client -> Causes.find(thrown, IOException.class))
                    .filter(TlsFailure::isLoss)
                    .map(
                        e ->
                            "it closes the connection; check tls.certificate, which it may require"));
  }

  private static boolean isLoss(IOException e) {
    String message = String.valueOf(e.getMessage());
    return e instanceof EOFException
        || e instanceof ClosedChannelException
        || message.contains("reset")
        || message.contains("Broken pipe");
  }

  private static Optional<String> ofProtocol(SSLException e) {
    String message = String.valueOf(e.getMessage());
    if (message.contains("alert")) {
      return Optional.of(Text.of("it refuses the handshake: %s; check tls.certificate", message));
    }
    return message.contains("SSL message") || message.contains("SSL/TLS record")
        ? Optional.of("it does not use TLS at this port; check cluster.tls")
        : Optional.empty();
  }
}
