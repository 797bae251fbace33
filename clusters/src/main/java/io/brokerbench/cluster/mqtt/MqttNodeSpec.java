package io.brokerbench.cluster.mqtt;

import io.brokerbench.cluster.node.ProcessSpec;

/**
 * A broker to be started.
 *
 * @param configuration the content of its main file
 * @param announced whether the broker reports on its console that it is up
 */
record MqttNodeSpec(ProcessSpec launch, String configuration, boolean announced) {}
