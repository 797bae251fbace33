package io.brokerbench.mqtt.connect;

import io.brokerbench.address.HostPort;

/**
 * Client identifier and broker of a connection.
 *
 * @param id client id, unique on its broker
 * @param publisher whether the last will and the retain flag of the run's publishers apply
 */
public record ClientIdentity(String id, HostPort broker, boolean publisher) {}
