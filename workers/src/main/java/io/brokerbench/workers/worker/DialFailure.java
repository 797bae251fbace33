package io.brokerbench.workers.worker;

import io.brokerbench.units.Text;
import io.brokerbench.workers.access.RefusedException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/**
 * Why an attempt to connect failed.
 *
 * @param reason a clause about the controller
 */
record DialFailure(Kind kind, String reason) {

  private static final int MAX_CAUSES = 20;

  /** What follows from a failure. */
  enum Kind {
    /** The controller is not there yet. */
    ABSENT,
    /** The controller is there, but ended the connection without a reason that could be read. */
    CLOSED,
    /** Another attempt would fail as well. */
    REFUSED
  }

  static DialFailure of(Throwable thrown) {
    return find(thrown, RefusedException.class)
        .map(e -> new DialFailure(Kind.REFUSED, "it refused this worker: " + e.getMessage()))
        .or(
            () ->
                find(thrown, UnknownHostException.class)
                    .map(e -> new DialFailure(Kind.ABSENT, "its name is unknown")))
        .or(
            () ->
                find(thrown, SocketException.class)
                    .filter(
                        e -> e instanceof ConnectException || e instanceof NoRouteToHostException)
                    .map(e -> new DialFailure(Kind.ABSENT, "it does not accept connections")))
        .or(
            () ->
                find(thrown, CertificateException.class)
                    .map(
                        e ->
                            new DialFailure(
                                Kind.REFUSED,
                                Text.of(
                                    "its certificate is not one of these --credentials (%s)",
                                    e.getMessage()))))
        .or(
            () ->
                find(thrown, SSLException.class)
                    .filter(e -> String.valueOf(e.getMessage()).contains("alert"))
                    .map(
                        e ->
                            new DialFailure(
                                Kind.REFUSED,
                                Text.of(
                                    "it does not accept these --credentials (%s)",
                                    e.getMessage()))))
        .orElse(
            new DialFailure(
                Kind.CLOSED,
                "it closes the connection without an answer; check --credentials on both sides"));
  }

  private static <T extends Throwable> Optional<T> find(Throwable thrown, Class<T> type) {
    return Stream.iterate(thrown, cause -> cause != null, Throwable::getCause)
        .limit(MAX_CAUSES)
        .filter(type::isInstance)
        .map(type::cast)
        .findFirst();
  }
}
