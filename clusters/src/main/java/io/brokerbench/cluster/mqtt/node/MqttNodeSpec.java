package io.brokerbench.cluster.mqtt.node;

import io.brokerbench.cluster.node.Launch;

/**
 * A broker to be started.
 *
 * @param configuration the content of its main file
 * @param announced whether the broker reports on its console that it is up
 */
public record MqttNodeSpec(Launch launch, String configuration, boolean announced) {}
