package io.brokerbench.doctor;

import io.brokerbench.ceiling.Ceilings;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/**
 * All that was measured and found.
 *
 * @param at when it began
 * @param directory whose disk was measured
 */
public record Checkup(Instant at, Path directory, Ceilings ceilings, List<Finding> findings) {

  public Checkup {
    findings = List.copyOf(findings);
  }
}
