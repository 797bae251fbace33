package io.brokerbench.results.history;

import java.time.Instant;

/**
 * A change that a person accepts: a file of the history.
 *
 * @param schemaVersion of the file
 * @param series fingerprint of the series that changed
 * @param figure key of the figure that changed
 * @param night the first night after the change
 * @param reason why it is accepted, for those who read the history
 */
public record Acknowledgement(
    int schemaVersion, String series, String figure, Instant night, String reason) {

  /** Version of the files that this release writes. */
  public static final int SCHEMA_VERSION = 1;
}
