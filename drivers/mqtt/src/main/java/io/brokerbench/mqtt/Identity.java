package io.brokerbench.mqtt;

/**
 * Who a connection is, and where it goes.
 *
 * @param id of the client, unique on its broker
 * @param host of the broker
 * @param publisher whether it publishes as the run's publishers do: with a last will, and retained
 */
record Identity(String id, String host, int port, boolean publisher) {}
