package io.brokerbench.find;

import io.brokerbench.figures.RunFigure;
import io.brokerbench.figures.RunFigure.Value;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The measurements of a trial; all except the offered rate and the measured time may be unknown.
 *
 * @param offeredPerSecond messages per second, above 0
 * @param seconds measured time; 0 if the load ended before it
 * @param achievedPerSecond messages per second that were acknowledged
 * @param lag growth of the schedule lag, seconds per second
 * @param pending growth of the number of messages that are due and have no outcome (in flight, or
 *     not sent yet), messages per second
 * @param dueErrorMessages maximum deviation of the number of messages due at a moment from that of
 *     a constant rate
 * @param unseenSeconds time after the load during which the brokers may still have been processing
 *     it unobserved; 0 where their progress is observed
 * @param backlogs growth of the backlog by consumer group, messages per second; empty if unknown
 * @param figures values of the run's figures
 * @param auditClean whether the brokers hold all messages that they acknowledged, and no others
 * @param generatorWell whether the generator was able to measure
 */
public record TrialMeasurement(
    double offeredPerSecond,
    double seconds,
    OptionalDouble achievedPerSecond,
    Slope lag,
    BacklogGrowth pending,
    double dueErrorMessages,
    double unseenSeconds,
    Map<String, BacklogGrowth> backlogs,
    Function<RunFigure, Value> figures,
    Optional<Boolean> auditClean,
    Optional<Boolean> generatorWell) {

  /** The number of a figure, whether or not that of other nodes is known; null if it is unknown. */
  @Nullable Double number(RunFigure figure) {
    return figures.apply(figure).number();
  }
}
