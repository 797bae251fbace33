package io.brokerbench.cluster.rabbitmq;

import java.util.Map;

/**
 * The programs of RabbitMQ on a host.
 *
 * @param release the installed release
 * @param server the program that starts a node
 * @param mapper Erlang's port mapper, epmd
 * @param environment the environment variables that programs need on the host
 */
record RabbitMqPrograms(
    RabbitMqRelease release, String server, String mapper, Map<String, String> environment) {}
