package io.brokerbench.doctor;

import io.brokerbench.ceiling.CeilingLatency;
import io.brokerbench.ceiling.Ceilings;
import io.brokerbench.ceiling.Ceilings.Bandwidth;
import io.brokerbench.ceiling.Ceilings.Forces;
import io.brokerbench.ceiling.Ceilings.GroupedForces;
import io.brokerbench.results.Environment.Host;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/** Ceilings of a machine that is easily reckoned with. */
public final class Sample {

  public static final Ceilings CEILINGS =
      new Ceilings(
          new CeilingLatency(200_000, 25, 40),
          new CeilingLatency(5_000, 53_000, 80_000),
          new Forces(400, new CeilingLatency(800, 2_400_000, 3_100_000)),
          new GroupedForces(8, 2_000, 390.5),
          new Bandwidth(256L << 20, 100 << 20),
          new CeilingLatency(20_000, 21_000, 45_000),
          new Bandwidth(1L << 32, 1L << 31));

  static final Checkup CHECKUP =
      new Checkup(
          Instant.EPOCH,
          Path.of("/data"),
          new Host("Linux", "6.1", "amd64", "a processor", 4, 2, 8L << 30, "none", null),
          CEILINGS,
          List.of(
              new Finding("file system", "ext4 on /dev/vda", ""),
              new Finding("docker", "not on the PATH", "needed for containers")));

  private Sample() {}
}
