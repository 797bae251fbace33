package io.brokerbench.driver;

/**
 * A broker or a cluster failed. The message is one line for a person: what failed, with which
 * value, and what to do.
 */
public final class BrokerException extends Exception {

  private static final long serialVersionUID = 1L;

  public BrokerException(String message) {
    super(message);
  }

  public BrokerException(String message, Throwable cause) {
    super(message, cause);
  }
}
