package io.brokerbench.driver;

import org.jspecify.annotations.Nullable;

/**
 * Failure of a client to connect or to subscribe. The message is the reason, by which failures are
 * counted: a code of the broker, or {@code client-} and a word for what the client noticed.
 */
public final class ConnectionFailedException extends Exception {

  private static final long serialVersionUID = 1L;

  private final String reason;

  /** A failure for the given reason. */
  public ConnectionFailedException(String reason, @Nullable Throwable cause) {
    super(reason, cause);
    this.reason = reason;
  }

  /** The reason, the same for failures that are counted together. */
  public String reason() {
    return reason;
  }
}
