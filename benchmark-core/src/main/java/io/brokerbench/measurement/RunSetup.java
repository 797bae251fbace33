package io.brokerbench.measurement;

import io.brokerbench.ceiling.Ceilings;
import io.brokerbench.results.Environment;
import io.brokerbench.results.Promise;
import io.brokerbench.workload.SettingsInForce;
import io.brokerbench.workload.Workload;
import java.time.Instant;
import java.util.Optional;

/**
 * Configuration and environment of a run.
 *
 * @param startedAt start of the load
 * @param command the command line
 * @param workload the workload
 * @param settings the workload as keys and values
 * @param environment host, JVM, cluster and brokers
 * @param promise meaning of an acknowledgement
 * @param fsync force rate of the brokers' disk before the load; empty if messages are not
 *     acknowledged from disk or the disk is not accessible
 */
public record RunSetup(
    Instant startedAt,
    String command,
    Workload workload,
    SettingsInForce settings,
    Environment environment,
    Promise promise,
    Optional<Ceilings.Forces> fsync) {

  /**
   * Whether senders waited for the outcome of their last message instead of following a schedule.
   */
  public boolean closedLoop() {
    return workload.load().schedule().isEmpty();
  }
}
