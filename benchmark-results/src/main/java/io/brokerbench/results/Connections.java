package io.brokerbench.results;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Outcomes of the attempts of clients to connect alongside the load: of those due in the measured
 * time.
 *
 * @param attempted attempts
 * @param connected attempts after which the client was connected and, if configured, subscribed
 * @param failed all other attempts, by reason
 * @param fullRounds rounds of attempts in which every client connected
 * @param longestRoundSeconds longest time of these rounds, from the intended time of the first
 *     attempt until the last client was connected; null if there was no such round
 */
public record Connections(
    long attempted,
    long connected,
    Map<String, Long> failed,
    long fullRounds,
    @Nullable Double longestRoundSeconds) {}
