package io.brokerbench.workers.link;

/** Thrown if the other side of a connection is gone; the message is one line for the user. */
public final class LinkLostException extends Exception {

  private static final long serialVersionUID = 1L;

  public LinkLostException(String message) {
    super(message);
  }
}
