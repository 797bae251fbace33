package io.brokerbench.driver;

/** Failure of a request that the brokers do not permit to the client's account. */
public final class NotPermittedException extends BrokerException {

  private static final long serialVersionUID = 1L;

  public NotPermittedException(String message, Throwable cause) {
    super(message, cause);
  }
}
