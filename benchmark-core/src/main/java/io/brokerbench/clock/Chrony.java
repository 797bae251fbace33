package io.brokerbench.clock;

import io.brokerbench.results.clocks.ChronyTracking;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Reads the state of this machine's clock from chronyd. */
public final class Chrony {

  /** Without host names, which a name server might keep waiting for; comma-separated. */
  private static final List<String> COMMAND = List.of("chronyc", "-n", "-c", "tracking");

  private static final int ANSWER_SECONDS = 2;

  /** Values in the line of {@code chronyc -c tracking}, in the order of its report. */
  private static final int VALUES = 14;

  private static final int SYSTEM_TIME = 4;
  private static final int ROOT_DELAY = 10;
  private static final int ROOT_DISPERSION = 11;
  private static final int LEAP_STATUS = 13;
  private static final int DECIMALS_OF_NANOS = 9;

  private Chrony() {}

  /** The state now; empty if this machine has no {@code chronyc}, or no chronyd that answers it. */
  public static Optional<ChronyTracking> tracking() {
    return tracking(COMMAND);
  }

  static Optional<ChronyTracking> tracking(List<String> command) {
    try {
      Process process = new ProcessBuilder(command).redirectError(Redirect.DISCARD).start();
      try {
        process.getOutputStream().close();
        return process.waitFor(ANSWER_SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0
            ? parse(
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip())
            : Optional.empty();
      } finally {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /** Reads a line of {@code chronyc -c tracking}; empty if it is no such line. */
  static Optional<ChronyTracking> parse(String line) {
    String[] values = line.split(",", -1);
    if (values.length != VALUES) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          ChronyTracking.of(
              nanos(values[SYSTEM_TIME]),
              nanos(values[ROOT_DISPERSION]),
              nanos(values[ROOT_DELAY]),
              values[LEAP_STATUS]));
    } catch (NumberFormatException | ArithmeticException e) {
      return Optional.empty();
    }
  }

  private static long nanos(String seconds) {
    return new BigDecimal(seconds).movePointRight(DECIMALS_OF_NANOS).longValueExact();
  }
}
