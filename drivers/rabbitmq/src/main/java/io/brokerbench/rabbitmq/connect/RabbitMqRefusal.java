package io.brokerbench.rabbitmq.connect;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.ShutdownSignalException;
import io.brokerbench.units.Causes;
import io.brokerbench.units.Text;
import java.util.Map;
import java.util.Optional;

/** The reason for which a broker closed a channel or a connection. */
public final class RabbitMqRefusal {

  private RabbitMqRefusal() {}

  /** Start of the reply text if there is no queue or exchange of a name. */
  private static final String MISSING = "NOT_FOUND - no ";

  /** What usually causes a reply text, by a part of it. */
  private static final Map<String, String> CAUSES =
      Map.of(
          "larger than configured max size",
          "message.size must not be above the brokers' max_message_size",
          "larger than max size",
          "message.size must not be above the brokers' max_message_size",
          "connection limit (",
          "raise it (rabbitmqctl set_vhost_limits or set_user_limits, connection_max of a node), or open"
              + " fewer connections by rabbitmq.channels-per-connection",
          "inequivalent arg",
          "set what differs, as rabbitmq.queue-arguments or rabbitmq.queue-type, or use the object as"
              + " it is by consume.use-existing=true (--use-existing)");

  /**
   * The reason in one line: the broker's reply text with what usually causes it, or the client's
   * message.
   */
  public static String text(Throwable thrown) {
    return reply(thrown)
        .map(reply -> reply + usualCause(reply).map(cause -> "; " + cause).orElse(""))
        .orElseGet(() -> Causes.line(thrown));
  }

  /** The same for a broker that refused a connection: by default, because of its virtual host. */
  static String ofConnection(Throwable thrown, String virtualHost) {
    return reply(thrown).flatMap(RabbitMqRefusal::usualCause).isPresent()
        ? text(thrown)
        : Text.of("%s; check rabbitmq.virtual-host (%s)", text(thrown), virtualHost);
  }

  private static Optional<String> usualCause(String reply) {
    return CAUSES.entrySet().stream()
        .filter(cause -> reply.contains(cause.getKey()))
        .map(Map.Entry::getValue)
        .findFirst();
  }

  /** The reply text with which the broker closed a channel or a connection; empty if it did not. */
  public static Optional<String> reply(Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof ShutdownSignalException signal && !signal.isInitiatedByApplication()) {
        if (signal.getReason() instanceof AMQP.Channel.Close close) {
          return Optional.of(close.getReplyText());
        }
        if (signal.getReason() instanceof AMQP.Connection.Close close) {
          return Optional.of(close.getReplyText());
        }
      }
    }
    return Optional.empty();
  }

  /**
   * The reason in one line, with the right that a user needs if it is missing.
   *
   * @param right of a user on objects of a virtual host: configure, write or read
   */
  public static String text(Throwable thrown, String right) {
    String reason = text(thrown);
    return isDenied(thrown)
        ? Text.of(
            "%s; the user needs the right to %s it (rabbitmqctl set_permissions)", reason, right)
        : reason;
  }

  /** Whether the broker closed the channel because the user has no right to what was asked. */
  public static boolean isDenied(Throwable thrown) {
    return is(thrown, AMQP.ACCESS_REFUSED);
  }

  /** Whether the broker closed the connection because it cannot do what was asked. */
  public static boolean isNotImplemented(Throwable thrown) {
    return Causes.find(thrown, ShutdownSignalException.class)
        .filter(
            signal ->
                signal.getReason() instanceof AMQP.Connection.Close close
                    && close.getReplyCode() == AMQP.NOT_IMPLEMENTED)
        .isPresent();
  }

  /** Whether the broker closed the channel, so that it did not do what was asked. */
  static boolean isRefusal(Throwable thrown) {
    return closing(thrown).isPresent();
  }

  /**
   * Whether there is no such queue or exchange. The reply code alone does not say so: it is the
   * same for a queue that cannot be reached, because its node is down, for example.
   */
  public static boolean isMissing(Throwable thrown) {
    return closing(thrown)
        .filter(
            close ->
                close.getReplyCode() == AMQP.NOT_FOUND && close.getReplyText().startsWith(MISSING))
        .isPresent();
  }

  /** Whether the broker closed the channel with this reply code. */
  public static boolean is(Throwable thrown, int replyCode) {
    return closing(thrown).filter(close -> close.getReplyCode() == replyCode).isPresent();
  }

  /** The broker's request that closed a channel. */
  private static Optional<AMQP.Channel.Close> closing(Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof ShutdownSignalException signal
          && signal.getReason() instanceof AMQP.Channel.Close close) {
        return Optional.of(close);
      }
    }
    return Optional.empty();
  }
}
