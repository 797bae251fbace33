package io.brokerbench.mqtt;

/**
 * Who a connection is, and where it goes.
 *
 * @param id of the client, unique on its broker
 * @param host of the broker
 * @param will whether the broker publishes the last will for it
 */
record Identity(String id, String host, int port, boolean will) {}
