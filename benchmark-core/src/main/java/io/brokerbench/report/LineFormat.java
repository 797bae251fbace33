package io.brokerbench.report;

import io.brokerbench.result.RunResult;
import java.time.Instant;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * The lines that a command prints, in the format of the tool it extends; without their ends.
 *
 * @param interval each report interval
 * @param complete at the end; an empty one is not printed
 */
public record LineFormat(
    BiFunction<Instant, ReportWindow, String> interval, Function<RunResult, String> complete) {}
