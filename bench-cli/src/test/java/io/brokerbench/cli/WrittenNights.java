package io.brokerbench.cli;

import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Random;

/** Directories of nights whose cells have three runs each, from 2026-11-01 on. */
final class WrittenNights {

  private static final Instant FIRST = Instant.parse("2026-11-01T02:00:00Z");
  private static final double DEVIATION = 0.01;

  private final Path parent;

  WrittenNights(Path parent) {
    this.parent = parent;
  }

  /** A run of a night; its speed differs from night to night and from run to run by about 1 %. */
  interface Cell {
    WrittenRun run(int night, WrittenRun of);
  }

  /**
   * Writes a night.
   *
   * @param number from 0
   * @param speed of the producer's runs
   */
  Path night(int number, double speed, Cell cell) {
    Instant start = FIRST.plus(number, ChronoUnit.DAYS);
    Path directory = parent.resolve("night-" + number);
    Random random = new Random(number);
    double night = random.nextGaussian();
    for (int run = 0; run < 3; run++) {
      double noise = 1 + DEVIATION * (night + random.nextGaussian());
      cell.run(
              number,
              new WrittenRun("producer")
                  .put("/startedAt", start.plusSeconds(600L * run).toString())
                  .speed(speed * noise))
          .into(directory, "20261101T00000" + run + "Z-producer");
    }
    return directory;
  }

  Path night(int number, double speed) {
    return night(number, speed, (night, run) -> run);
  }
}
