package io.brokerbench.rabbitmq;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.impl.DefaultExceptionHandler;

/** Says nothing of connections that break: shutdown listeners hear of it. */
final class Quiet extends DefaultExceptionHandler {

  @Override
  public void handleUnexpectedConnectionDriverException(Connection connection, Throwable why) {
    // the connection closes, which its users see
  }

  @Override
  protected void log(String message, Throwable why) {
    // likewise
  }
}
