package io.brokerbench.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.ShutdownSignalException;

/** What a broker says when it closes a channel or a connection. */
final class Refusal {

  private Refusal() {}

  /** In one line: its reply text, or the client's own word. */
  static String text(Throwable thrown) {
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

  /** Whether it closed the channel with this code. */
  static boolean is(Throwable thrown, int replyCode) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof ShutdownSignalException signal
          && signal.getReason() instanceof AMQP.Channel.Close close
          && close.getReplyCode() == replyCode) {
        return true;
      }
    }
    return false;
  }
}
