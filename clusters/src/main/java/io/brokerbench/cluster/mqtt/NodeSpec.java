package io.brokerbench.cluster.mqtt;

import io.brokerbench.cluster.Launch;

/**
 * A broker to be started.
 *
 * @param configuration what its main file says
 * @param announced whether it says on its console when it is up
 */
record NodeSpec(Launch launch, String configuration, boolean announced) {}
