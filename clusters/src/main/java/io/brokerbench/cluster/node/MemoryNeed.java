package io.brokerbench.cluster.node;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Settings;

/**
 * The memory that all nodes of a cluster need.
 *
 * @param key the setting that determines it
 * @param bytes 0 if unknown
 * @param purpose an addition to "memory" in the message
 * @param remedy the end of the message: the settings to change
 */
public record MemoryNeed(String key, long bytes, String purpose, String remedy) {

  /** Reports as a problem that this machine has too little memory to start them. */
  public void check(long availableBytes, Settings settings) {
    if (bytes > availableBytes && !settings.clusterIsRunning()) {
      settings.problem(
          key,
          Text.of(
              "needs %s of memory%s, of which %s are missing; %s",
              Memory.size(bytes), purpose, Memory.size(bytes - availableBytes), remedy));
    }
  }

  /** Refuses to start them in containers if these have too little memory. */
  public void requireOfDocker(long availableBytes) throws BrokerException {
    if (bytes > availableBytes) {
      throw new BrokerException(
          Text.of(
              "%s needs %s of memory%s, but %s are available to Docker; %s",
              key, Memory.size(bytes), purpose, Memory.size(availableBytes), remedy));
    }
  }
}
