package io.brokerbench.rabbitmq.connect;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.ShutdownSignalException;
import io.brokerbench.units.Text;
import java.util.Optional;

/** The reason for which a broker closed a channel or a connection. */
public final class RabbitMqRefusal {

  private RabbitMqRefusal() {}

  /** The reason in one line: the broker's reply text, or the client's message. */
  public static String text(Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof ShutdownSignalException signal) {
        if (signal.getReason() instanceof AMQP.Channel.Close close) {
          return close.getReplyText();
        }
        if (signal.getReason() instanceof AMQP.Connection.Close close) {
          return close.getReplyText();
        }
      }
    }
    String message = String.valueOf(thrown.getMessage());
    return message.lines().findFirst().orElse(message);
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

  /** Whether the broker closed the channel, so that it did not do what was asked. */
  static boolean isRefusal(Throwable thrown) {
    return closing(thrown).isPresent();
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
