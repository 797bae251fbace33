package io.brokerbench.workload;

import java.time.Duration;

/**
 * Limits of the verdict; {@code defaults.yaml} explains each with its default.
 *
 * @param achieved minimum share of the offered rate
 * @param generatorCpu maximum share of the processors the generator may use
 * @param foreignCpu maximum share of those processors used outside the run
 * @param generatorStarved maximum share of waiting in the generator's waiting and running time
 * @param steal maximum share stolen by the hypervisor
 * @param gc maximum share of time in the generator's collections
 * @param hiccupP99 maximum pause of the generator, 99th percentile
 * @param failures maximum share of sends that are not acknowledged
 * @param drift maximum share by which the second half of the measured time may certainly differ
 *     from the first, under constant load; 1 if drift is not judged
 * @param figuresAge maximum age of the figures of nodes on other machines
 */
public record Limits(
    double achieved,
    double generatorCpu,
    double foreignCpu,
    double generatorStarved,
    double steal,
    double gc,
    Duration hiccupP99,
    double failures,
    double drift,
    Duration figuresAge) {

  static Limits read(Settings settings) {
    return new Limits(
        settings.ratio("limits.achieved"),
        settings.ratio("limits.generator-cpu"),
        settings.ratio("limits.foreign-cpu"),
        settings.ratio("limits.generator-starved"),
        settings.ratio("limits.steal"),
        settings.ratio("limits.gc"),
        settings.duration("limits.hiccup-p99", Duration.ZERO),
        settings.ratio("limits.failures"),
        settings.ratio("limits.drift"),
        settings.duration("limits.figures-age", Duration.ofSeconds(2)));
  }
}
