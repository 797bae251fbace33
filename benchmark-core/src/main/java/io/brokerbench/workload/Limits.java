package io.brokerbench.workload;

import java.time.Duration;

/**
 * What a run is judged by; each is explained where its default stands, in {@code reference.yaml}.
 *
 * @param achieved smallest share of the offered rate
 * @param generatorCpu largest share of the processors the generator may use
 * @param foreignCpu largest share of those processors used outside the run
 * @param generatorStarved largest share of waiting in the generator's waiting and running time
 * @param steal largest share stolen by the hypervisor
 * @param gc largest share of time in the generator's collections
 * @param hiccupP99 largest pause of the generator, 99th percentile
 * @param failures largest share of sends that are not acknowledged
 * @param drift largest share by which the second half of the measured time may certainly differ
 *     from the first, under constant load; 1 if drift is not judged
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
    double drift) {

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
        settings.ratio("limits.drift"));
  }
}
