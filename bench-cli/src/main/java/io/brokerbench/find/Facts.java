package io.brokerbench.find;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * What a probe measured; anything but the offered rate may be unknown.
 *
 * @param offeredPerSecond messages a second, above 0
 * @param seconds length of the measured time
 * @param achievedPerSecond messages a second that were acknowledged
 * @param lag growth of the schedule lag, seconds per second
 * @param pending growth of the messages that are due and have no outcome, messages a second: in
 *     flight, or not sent yet
 * @param dueErrorMessages by how many messages what was due at a moment may differ from the offered
 *     rate
 * @param unseenSeconds for how long after the load brokers may have been busy with it unseen; 0
 *     where its progress is seen meanwhile
 * @param backlogs growth of the backlog by consumer group, messages a second; empty if unknown
 * @param responseP50Nanos median of the latency from the intended time
 * @param responseP99Nanos 99th percentile of the latency from the intended time
 * @param errorRatio sends that were not acknowledged, as a share of all; 0 to 1
 * @param auditClean whether the brokers hold all that they acknowledged, and nothing else
 * @param generatorWell whether the generator was able to measure
 * @param use share in use by resource, the highest of all nodes; unknown without an entry
 */
public record Facts(
    double offeredPerSecond,
    double seconds,
    OptionalDouble achievedPerSecond,
    Slope lag,
    Growth pending,
    double dueErrorMessages,
    double unseenSeconds,
    Map<String, Growth> backlogs,
    OptionalLong responseP50Nanos,
    OptionalLong responseP99Nanos,
    OptionalDouble errorRatio,
    Optional<Boolean> auditClean,
    Optional<Boolean> generatorWell,
    Map<Resource, Double> use) {}
