package io.brokerbench.cluster.docker;

import io.brokerbench.driver.BrokerException;

/** The file system of limited size that has the messages of a container's node, in memory. */
record LimitedStore(DockerEngine engine, String container) {

  /** Its mount point. */
  static final String MOUNT = "/brokerbench-store";

  private static final String FILLER = MOUNT + "/filler";

  /**
   * Writes until 3 % of the file system are free: brokers refuse messages before that. Blocks of 64
   * KiB fill many gigabytes within the time that a command has.
   */
  static final String FILL =
      "set -- $(df -P -k "
          + MOUNT
          + " | tail -n 1); dd if=/dev/zero bs=65536 count=$((($4 - $2 * 3 / 100) / 64)) of="
          + FILLER;

  void fill() throws BrokerException {
    engine.run(container, FILL);
  }

  void free() throws BrokerException {
    engine.run(container, "rm -f " + FILLER);
  }
}
