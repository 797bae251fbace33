package io.brokerbench.mqtt.connect;

/**
 * ClientConnection id and broker of a connection.
 *
 * @param id client id, unique on its broker
 * @param host of the broker
 * @param port of the broker
 * @param publisher whether the last will and the retain flag of the run's publishers apply
 */
public record ClientIdentity(String id, String host, int port, boolean publisher) {}
