package io.brokerbench.mqtt.connect;

import com.hivemq.client.mqtt.mqtt3.exceptions.Mqtt3ConnAckException;
import io.brokerbench.address.HostPort;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.tls.ClientTls;
import io.brokerbench.driver.tls.TlsFailure;
import io.brokerbench.mqtt.connect.MqttOptions.Access;
import io.brokerbench.units.Causes;
import io.brokerbench.units.Text;
import java.io.EOFException;
import java.net.BindException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** Exceptions for refused requests, with the reason in one line. */
public final class MqttRefusal {

  private static final int MOST_QOS = 2;
  private static final int PROTOCOL = 1;
  private static final int IDENTIFIER = 2;
  private static final int UNAVAILABLE = 3;
  private static final int CREDENTIALS = 4;
  private static final int NOT_AUTHORIZED = 5;

  private MqttRefusal() {}

  /**
   * For a connection refused with a CONNACK return code (MQTT 3.1.1, table 3.1), with what usually
   * causes it.
   */
  static BrokerException byCode(ClientIdentity identity, Access access, int code, Throwable cause) {
    String why =
        switch (code) {
          case PROTOCOL -> " (unacceptable protocol version): it does not accept MQTT 3.1.1";
          case IDENTIFIER ->
              Text.of(
                  " (identifier rejected); check mqtt.client-id-prefix, of %s, or client.keep-alive, %d s,"
                      + " which mosquitto refuses by this code above its max_keepalive",
                  identity.id(), access.keepAliveSeconds());
          case UNAVAILABLE -> " (server unavailable)";
          case CREDENTIALS -> " (bad username or password); check mqtt.user and mqtt.password";
          case NOT_AUTHORIZED ->
              Text.of(
                  " (not authorized); check mqtt.user and mqtt.password, or mqtt.client-id-prefix, of %s,"
                      + " where only some identifiers are accepted (mosquitto's clientid_prefixes)",
                  identity.id());
          default -> "";
        };
    return new BrokerException(
        Text.of("%s refuses the connection: CONNACK return code %d%s", name(identity), code, why),
        cause);
  }

  /**
   * For a failed connection or a missing answer.
   *
   * @param tls empty if the connection is not encrypted
   */
  static BrokerException of(ClientIdentity identity, Throwable cause, Optional<ClientTls> tls) {
    Optional<String> failure = TlsFailure.text(cause, tls);
    if (failure.isPresent()) {
      return new BrokerException(
          Text.of("%s accepts no connection: %s", name(identity), failure.get()), cause);
    }
    Throwable root = Causes.root(cause);
    String line = Causes.line(root);
    if (Causes.find(cause, BindException.class).isPresent()) {
      return new BrokerException(
          Text.of(
              "this machine has no local port for a connection to %s: %s; widen net.ipv4.ip_local_port_range,"
                  + " or name more addresses in mqtt.source-addresses or, without those, in -n",
              identity.broker(), line),
          cause);
    }
    // The libraries' ways to say that a broker closed the connection.
    if (root instanceof EOFException || line.contains("closed connection")) {
      return new BrokerException(
          Text.of(
              "%s closes the connection without an answer; check its log, whether it has MQTT at this port,"
                  + " with TLS or without (cluster.tls), and its limits of connections and of"
                  + " connections per second (mqtt.connect-rate)",
              name(identity)),
          cause);
    }
    return new BrokerException(Text.of("%s is not available: %s", name(identity), line), cause);
  }

  /**
   * For a subscription granted with a lower QoS than that of the deliveries; otherwise empty.
   *
   * @param granted QoS granted for each filter; above 2 if refused
   */
  public static Optional<BrokerException> ofGrants(
      HostPort broker, MqttOptions options, List<Integer> granted) {
    int most = granted.stream().mapToInt(code -> code).max().orElse(0);
    int least = granted.stream().mapToInt(code -> code).min().orElse(0);
    String name = name(broker);
    if (isRefused(most)) {
      return Optional.of(
          new BrokerException(
              options.shared()
                  ? Text.of("%s refuses a shared subscription; set mqtt.shared=false", name)
                  : Text.of("%s refuses a subscription of QoS %d", name, options.subscribeQos())));
    }
    return least < options.deliveredQos()
        ? Optional.of(
            new BrokerException(
                Text.of(
                    "%s grants QoS %d at most; mqtt.subscribe-qos is %d",
                    name, least, options.subscribeQos())))
        : Optional.empty();
  }

  /** Whether a return code of a SUBACK is a refusal: lower ones are the QoS that is granted. */
  public static boolean isRefused(int code) {
    return code > MOST_QOS;
  }

  /** The return code of the CONNACK by which a broker refused a connection. */
  public static Optional<String> connackCode(Throwable failure) {
    return Causes.find(failure, Mqtt3ConnAckException.class)
        .map(no -> "CONNACK-" + no.getMqttMessage().getReturnCode().getCode());
  }

  /** The cause of a future's failure, without its wrappers. */
  public static Throwable unwrapped(Throwable failure) {
    Throwable cause = failure;
    while ((cause instanceof ExecutionException || cause instanceof CompletionException)
        && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }

  private static String name(ClientIdentity identity) {
    return name(identity.broker());
  }

  private static String name(HostPort broker) {
    return "the broker at " + broker;
  }
}
