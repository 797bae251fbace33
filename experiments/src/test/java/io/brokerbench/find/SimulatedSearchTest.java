package io.brokerbench.find;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.brokerbench.command.ExitCode;
import io.brokerbench.find.SimulatedTrial.Mode;
import io.brokerbench.find.SimulatedTrial.Plan;
import io.brokerbench.stored.RunsDirectory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole searches, from result files to the answer, of brokers whose capacity is known. */
final class SimulatedSearchTest {

  private static final Instant START = Instant.parse("2026-11-22T03:00:00Z");
  private static final int SEARCHES = 50;
  private static final int FEWEST_HELD = 48;
  private static final int[] SECONDS = {5, 6, 8, 10, 12, 15, 20, 30, 45, 60};
  private static final int[] WINDOWS = {1, 4, 16, 64, 200, 1000, 4000};
  private static final double[] NOISE = {0, 0, 0.005, 0.02};

  private final Path results;
  private int ran;

  SimulatedSearchTest(@TempDir Path results) {
    this.results = results;
  }

  /** What a search said. */
  private record Answer(ExitCode code, double lowest, double highest, boolean tooShort) {

    boolean holds(double limit) {
      return lowest <= limit && limit <= highest;
    }
  }

  private Answer find(Plan plan, double start, Random random) throws Exception {
    RunsDirectory directory = new RunsDirectory(Files.createDirectory(results.resolve("s" + ran)));
    Bounds bounds = plan.groupCapacity() > 0 ? Bounds.USUAL : Bounds.USUAL.withoutBacklogGrowth();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ExitCode code =
        new FindRun(
                new FindPlan(SearchPlan.from(start), bounds, false),
                "same",
                directory,
                cell -> {
                  double rate = Double.parseDouble(cell.label().replaceAll("load.rate=|/s", ""));
                  try {
                    Path run = directory.path().resolve("20261122T030000Z-" + cell.name());
                    SimulatedTrial.run(plan, rate, random, Files.createDirectory(run));
                  } catch (IOException e) {
                    throw new UncheckedIOException(e);
                  }
                  ran++;
                  return ExitCode.VALID;
                },
                new PrintStream(out, true, StandardCharsets.UTF_8),
                () -> START)
            .run();
    JsonNode found = new ObjectMapper().readTree(directory.path().resolve("find.json").toFile());
    double low = found.path("lowPerSecond").asDouble();
    return new Answer(
        code,
        Math.min(low, found.path("servedPerSecond").asDouble(low)),
        found.path("highPerSecond").asDouble(Double.POSITIVE_INFINITY),
        found.path("secondsNeeded").isNumber());
  }

  private static Plan plan(int number, Random random) {
    double capacity = 200 * Math.pow(200, random.nextDouble());
    boolean grouped = number % 5 == 2 || number % 5 == 3;
    Mode mode =
        switch (number % 5) {
          case 0 -> Mode.SYNC;
          case 1, 2 -> Mode.ASYNC;
          default -> Mode.ONEWAY;
        };
    int window = WINDOWS[random.nextInt(WINDOWS.length)];
    int seconds = SECONDS[random.nextInt(SECONDS.length)];
    return new Plan(
        mode,
        grouped ? 2 * capacity : capacity,
        grouped ? capacity : 0,
        mode == Mode.SYNC ? Math.min(64, window) : window,
        1 + random.nextInt(5),
        seconds,
        NOISE[random.nextInt(NOISE.length)],
        random.nextInt(4) == 0);
  }

  @Test
  void theIntervalHoldsTheCapacityOrTrialsWereTooShort() throws Exception {
    Random random = new Random(20_261_123);
    int held = 0;
    int answeredLong = 0;
    int longSeen = 0;
    List<String> output = new ArrayList<>();
    for (int i = 0; i < SEARCHES; i++) {
      Plan plan = plan(i, random);
      double start = plan.limit() * Math.pow(8, 2 * random.nextDouble() - 1);
      Answer answer = find(plan, start, random);
      boolean good =
          answer.holds(plan.limit()) || (answer.tooShort() && answer.code() != ExitCode.VALID);
      held += good ? 1 : 0;
      boolean seen = plan.mode() != Mode.ONEWAY || plan.groupCapacity() > 0;
      boolean telling = seen && plan.seconds() >= 20;
      longSeen += telling ? 1 : 0;
      answeredLong += telling && answer.code() == ExitCode.VALID ? 1 : 0;
      if (!good || (telling && answer.code() != ExitCode.VALID)) {
        output.add(String.format(Locale.ROOT, "%s %s %s", good ? "held" : "MISSED", plan, answer));
      }
    }
    assertThat(held).as(String.join("\n", output)).isGreaterThanOrEqualTo(FEWEST_HELD);
    // Who always says "too short" is never wrong, and of no use.
    assertThat((double) answeredLong / longSeen)
        .as(String.join("\n", output))
        .isGreaterThanOrEqualTo(0.8);
  }

  /** A window of 1,000 takes six seconds to fill by what is too much. */
  @Test
  void aWindowThatFillsIsGrowth() throws Exception {
    Plan plan = new Plan(Mode.ASYNC, 3000, 0, 1000, 1, 6, 0, false);
    Answer answer = find(plan, 1000, new Random(1));
    assertThat(answer.holds(3000)).as("%s", answer).isTrue();
  }
}
