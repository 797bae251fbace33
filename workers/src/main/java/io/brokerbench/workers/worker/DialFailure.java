package io.brokerbench.workers.worker;

import io.brokerbench.units.Causes;
import io.brokerbench.units.Text;
import io.brokerbench.workers.link.RefusedException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import javax.net.ssl.SSLException;

/**
 * Why an attempt to connect failed.
 *
 * @param reason a clause about the controller
 */
record DialFailure(Kind kind, String reason) {

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
    return Causes.find(thrown, RefusedException.class)
        .map(e -> new DialFailure(Kind.REFUSED, "it refused this worker: " + e.getMessage()))
        .or(
            () ->
                Causes.find(thrown, UnknownHostException.class)
                    .map(e -> new DialFailure(Kind.ABSENT, "its name is unknown")))
        .or(
            () ->
                Causes.find(thrown, SocketException.class)
                    .filter(
                        e -> e instanceof ConnectException || e instanceof NoRouteToHostException)
                    .map(e -> new DialFailure(Kind.ABSENT, "it does not accept connections")))
        .or(
            () ->
                Causes.find(thrown, CertificateException.class)
                    .map(
                        e ->
                            new DialFailure(
                                Kind.REFUSED,
                                Text.of(
                                    "its certificate is not one of these --credentials (%s)",
                                    e.getMessage()))))
        .or(
            () ->
                Causes.find(thrown, SSLException.class)
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
}
