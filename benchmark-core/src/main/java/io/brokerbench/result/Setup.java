package io.brokerbench.result;

import io.brokerbench.ceiling.Ceilings;
import io.brokerbench.ceiling.Closeness;
import io.brokerbench.driver.Promise;
import io.brokerbench.workload.Workload;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * What was measured with: no number without it.
 *
 * @param startedAt when the load began
 * @param command the command line
 * @param workload what was asked for
 * @param settings the same as keys and values, defaults included
 * @param environment host, JVM, cluster and brokers, as {@code run.json} shows them
 * @param promise what an acknowledgement meant
 * @param fsync what the brokers' disk took before the load, if messages are acknowledged from disk
 *     and the disk is within reach
 */
public record Setup(
    Instant startedAt,
    String command,
    Workload workload,
    Map<String, String> settings,
    Map<String, Object> environment,
    Promise promise,
    Optional<Ceilings.Forces> fsync) {

  /**
   * How close a rate comes to what that disk allows.
   *
   * @param ackedPerSecond messages
   */
  public Optional<Closeness> toFsync(double ackedPerSecond) {
    return fsync.map(
        forces ->
            Closeness.toForces(
                ackedPerSecond / workload.message().batch(), workload.load().atOnce(), forces));
  }

  /** Whether senders waited for their last message rather than for a schedule. */
  public boolean closedLoop() {
    return workload.load().schedule().isEmpty();
  }
}
