package io.brokerbench.find;

import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * When a rate counts as sustained; what has no bound is not judged.
 *
 * @param achieved least achieved rate, as a share of the offered one; above 0, at most 1
 * @param lagGrowth most that the schedule lag may grow, seconds per second; from 0
 * @param backlogGrowth most that a consumer group's backlog may grow each second, as a share of the
 *     messages offered in it; from 0
 * @param responseP99Nanos highest 99th percentile of the latency from the intended time
 * @param errorRatio most sends that may not be acknowledged, as a share of all; 0 to 1
 * @param auditClean whether the audit must be clean
 * @param valid whether the run must be valid
 * @param use most that may be in use, as a share, by resource; 0 to 1
 */
public record Bounds(
    OptionalDouble achieved,
    OptionalDouble lagGrowth,
    OptionalDouble backlogGrowth,
    OptionalLong responseP99Nanos,
    OptionalDouble errorRatio,
    boolean auditClean,
    boolean valid,
    Map<Resource, Double> use) {}
