package io.brokerbench.mqtt;

import io.brokerbench.driver.BrokerException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** Why a broker does not do what it is asked for, in one line. */
final class Refusal {

  private static final int IDENTIFIER = 2;
  private static final int UNAVAILABLE = 3;
  private static final int CREDENTIALS = 4;
  private static final int NOT_AUTHORIZED = 5;

  private Refusal() {}

  /** A connection was answered with a return code of CONNACK (MQTT 3.1.1, table 3.1). */
  static BrokerException byCode(Identity identity, int code, Throwable cause) {
    String why =
        switch (code) {
          case IDENTIFIER ->
              String.format(Locale.ROOT, "client identifier %s is not allowed", identity.id());
          case UNAVAILABLE -> "it is not available";
          case CREDENTIALS -> "bad user or password; check mqtt.user and mqtt.password";
          case NOT_AUTHORIZED -> "not authorized; check mqtt.user and mqtt.password";
          default -> "return code " + code;
        };
    return new BrokerException(
        String.format(Locale.ROOT, "%s refuses the connection: %s", name(identity), why), cause);
  }

  /** There was no connection, or no answer. */
  static BrokerException of(Identity identity, Throwable cause) {
    Throwable root = cause;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    String why = root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
    return new BrokerException(
        String.format(
            Locale.ROOT,
            "%s cannot be had: %s",
            name(identity),
            why.lines().findFirst().orElse("")),
        cause);
  }

  /**
   * A subscription was answered with less than deliveries are to come with; empty if it was not.
   *
   * @param granted quality of service for each filter; above 2 for none
   */
  static Optional<BrokerException> ofGrants(
      Roster.HostPort broker, MqttOptions options, List<Integer> granted) {
    int most = granted.stream().mapToInt(code -> code).max().orElse(0);
    int least = granted.stream().mapToInt(code -> code).min().orElse(0);
    String name = name(broker.host(), broker.port());
    if (most > 2) {
      return Optional.of(
          new BrokerException(
              options.shared()
                  ? String.format(
                      Locale.ROOT, "%s refuses a shared subscription; set mqtt.shared=false", name)
                  : String.format(
                      Locale.ROOT,
                      "%s refuses a subscription of QoS %d",
                      name,
                      options.subscribeQos())));
    }
    return least < options.deliveredQos()
        ? Optional.of(
            new BrokerException(
                String.format(
                    Locale.ROOT,
                    "%s grants QoS %d at most; mqtt.subscribe-qos is %d",
                    name,
                    least,
                    options.subscribeQos())))
        : Optional.empty();
  }

  /** What failed, out of what a future makes of it. */
  static Throwable unwrapped(Throwable failure) {
    Throwable cause = failure;
    while ((cause instanceof ExecutionException || cause instanceof CompletionException)
        && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }

  private static String name(Identity identity) {
    return name(identity.host(), identity.port());
  }

  private static String name(String host, int port) {
    return String.format(Locale.ROOT, "the broker at %s:%d", host, port);
  }
}
