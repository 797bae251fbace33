package io.brokerbench.workers.controller;

/** Failure of a worker; the message is one line that names it and the reason. */
public final class WorkerException extends Exception {

  private static final long serialVersionUID = 1L;

  public WorkerException(String message) {
    super(message);
  }
}
