package io.brokerbench.workers.link;

/** Thrown if a controller does not accept a worker; the message is one line for the user. */
public final class RefusedException extends Exception {

  private static final long serialVersionUID = 1L;

  public RefusedException(String message) {
    super(message);
  }
}
