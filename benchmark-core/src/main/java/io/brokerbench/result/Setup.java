package io.brokerbench.result;

import io.brokerbench.driver.Promise;
import io.brokerbench.workload.Workload;
import java.time.Instant;
import java.util.Map;

/**
 * What was measured with: no number without it.
 *
 * @param startedAt when the load began
 * @param command the command line
 * @param workload what was asked for
 * @param settings the same as keys and values, defaults included
 * @param environment host, JVM, cluster and brokers, as {@code run.json} shows them
 * @param promise what an acknowledgement meant
 */
public record Setup(
    Instant startedAt,
    String command,
    Workload workload,
    Map<String, String> settings,
    Map<String, Object> environment,
    Promise promise) {

  /** Whether senders waited for their last message rather than for a schedule. */
  public boolean closedLoop() {
    return workload.load().schedule().isEmpty();
  }
}
