package io.brokerbench.driver;

/**
 * Failure of a broker or a cluster. The message is a single line: what failed, with which value,
 * and what to do.
 */
public sealed class BrokerException extends Exception permits NotPermittedException {

  private static final long serialVersionUID = 1L;

  public BrokerException(String message) {
    super(message);
  }

  public BrokerException(String message, Throwable cause) {
    super(message, cause);
  }
}
