package io.brokerbench.driver;

import io.brokerbench.units.Causes;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Failure of a client to connect or to subscribe. The message is the reason, by which failures are
 * counted: a code of the broker, or {@code client-} and a word for what the client noticed.
 */
public final class ConnectionFailedException extends Exception {

  private static final long serialVersionUID = 1L;

  private final String reason;

  public ConnectionFailedException(String reason, @Nullable Throwable cause) {
    super(reason, cause);
    this.reason = reason;
  }

  /**
   * A failure for the broker's code or, without one, for the class of the client's exception.
   *
   * @param code by which the broker refused; empty if it did not answer
   */
  public ConnectionFailedException(Optional<String> code, Throwable cause) {
    this(code.orElseGet(() -> "client-" + Causes.root(cause).getClass().getSimpleName()), cause);
  }

  /** The reason, the same for failures that are counted together. */
  public String reason() {
    return reason;
  }
}
