package io.brokerbench.cli;

/** What was asked for cannot be done; the message is one line for whoever asked. */
final class BadInputException extends Exception {

  BadInputException(String message) {
    super(message);
  }
}
