package io.brokerbench.cluster.mqtt;

import io.brokerbench.cluster.node.ProcessSpec;

/**
 * A broker to be started.
 *
 * @param configuration the content of its main file
 */
record MqttNodeSpec(ProcessSpec process, String configuration) {}
