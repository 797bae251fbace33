package io.brokerbench.doctor;

import io.brokerbench.ceiling.Ceilings;
import io.brokerbench.results.Environment.Host;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/**
 * The result of a checkup.
 *
 * @param at start time
 * @param directory directory on the measured disk
 */
public record Checkup(
    Instant at, Path directory, Host host, Ceilings ceilings, List<Finding> findings) {

  public Checkup {
    findings = List.copyOf(findings);
  }
}
