package io.brokerbench.driver;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Where the brokers of a planned cluster store messages.
 *
 * @param directory on this machine; empty if the file system is not visible, as that of containers
 * @param copies copies of each message, on all brokers together
 * @param kept how long each message certainly remains stored, with its whole body
 */
public record MessageStore(Optional<Path> directory, int copies, Kept kept) {

  /** How long a message remains stored. */
  public enum Kept {
    /** Until the end of the run. */
    THROUGHOUT,
    UNTIL_CONSUMED,
    /** Not certain: a limit may delete it, or a body may be compressed. */
    UNCERTAIN
  }
}
