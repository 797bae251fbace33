package io.brokerbench.console;

import io.brokerbench.measurement.CompletedRun;
import java.time.Instant;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * The lines that a command prints, in the format of the tool it extends, without line ends.
 *
 * @param interval printed after each report interval
 * @param complete printed at the end, unless it is empty
 */
public record LineFormat(
    BiFunction<Instant, ReportWindow, String> interval, Function<CompletedRun, String> complete) {}
