package io.brokerbench.rocketmq.inspect;

import java.util.List;
import org.apache.rocketmq.common.message.MessageQueue;

/**
 * Destination of a session's messages.
 *
 * @param queues writable queues of the topic on all masters; empty without producers
 * @param readQueues readable queues of the topic; empty without consumers
 * @param deleteTopic whether the topic is deleted with the session
 */
public record Destination(
    Brokers brokers,
    List<MessageQueue> queues,
    List<MessageQueue> readQueues,
    boolean deleteTopic) {}
