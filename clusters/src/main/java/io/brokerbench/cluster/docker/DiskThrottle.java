package io.brokerbench.cluster.docker;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Node.Impairment;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The limit of a container's write operations, a file of its control group (kernel documentation,
 * admin-guide/cgroup-v1/blkio-controller and admin-guide/cgroup-v2). It ends with the container.
 *
 * @param disk the number of the disk
 * @param unified whether the file is that of version 2
 */
record DiskThrottle(Path file, String disk, boolean unified) {

  /** Why this process may limit no container of an engine, as the rest of a sentence. */
  static Optional<String> refusal(DockerEngine engine) {
    // The groups of an engine elsewhere are unknown, and those of a rootless one may be its user's.
    return engine.sharesOurNetwork() ? refusalBelow(CgroupUsage.MOUNT) : Optional.empty();
  }

  /** Why this process may change no group, by the one above all others. */
  static Optional<String> refusalBelow(Path mount) {
    Path ofBlocks = mount.resolve("blkio");
    Path file = (Files.isDirectory(ofBlocks) ? ofBlocks : mount).resolve("cgroup.procs");
    return Files.exists(file) && !Files.isWritable(file)
        ? Optional.of(
            Text.of(
                "needs root, which may limit the writes of containers: this user may not write to %s",
                file))
        : Optional.empty();
  }

  /**
   * Finds the limit of a container.
   *
   * @param pid of a process of the container
   * @throws BrokerException if this process may not change it
   */
  static DiskThrottle of(long pid, DockerEngine engine) throws BrokerException {
    try {
      String disk = EngineDisk.of(engine).number();
      Map<String, String> groups = CgroupUsage.groups(pid);
      String ofBlocks = groups.get("blkio");
      Path file =
          ofBlocks == null
              ? CgroupUsage.MOUNT.resolve(groups.getOrDefault("", "")).resolve("io.max")
              : CgroupUsage.MOUNT
                  .resolve("blkio")
                  .resolve(ofBlocks)
                  .resolve("blkio.throttle.write_iops_device");
      if (!Files.isWritable(file)) {
        throw new BrokerException(
            Text.of("the disk cannot be slowed down: %s is not writable, root may", file));
      }
      return new DiskThrottle(file, disk, ofBlocks == null);
    } catch (IOException e) {
      throw new BrokerException("the control group of a container is unknown here: " + e, e);
    }
  }

  /**
   * Limits it to {@link Impairment#SLOW_WRITES}, if that is less.
   *
   * @param usual write operations per second without the fault; 0 for no limit
   */
  void slowDown(long usual) throws BrokerException {
    limit(usual == 0 ? Impairment.SLOW_WRITES : Math.min(usual, Impairment.SLOW_WRITES));
  }

  /**
   * @param perSecond write operations per second; 0 for no limit
   */
  void limit(long perSecond) throws BrokerException {
    String line =
        unified
            ? Text.of("%s wiops=%s", disk, perSecond == 0 ? "max" : Long.toString(perSecond))
            : Text.of("%s %d", disk, perSecond);
    try {
      Files.writeString(file, line);
    } catch (IOException e) {
      throw new BrokerException(Text.of("\"%s\" was not accepted by %s", line, file), e);
    }
  }
}
