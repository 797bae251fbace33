package io.brokerbench.stored;

/** What was asked for cannot be done; the message is one line for whoever asked. */
public final class BadInputException extends Exception {

  /** For one line of text. */
  public BadInputException(String message) {
    super(message);
  }
}
