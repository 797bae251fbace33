package io.brokerbench.file;

/**
 * Thrown if a request cannot be fulfilled because of its input; the message is one line for the
 * user.
 */
public final class BadInputException extends Exception {

  /** Creates an exception with a message of one line. */
  public BadInputException(String message) {
    super(message);
  }
}
