package io.brokerbench.rabbitmq;

import com.rabbitmq.client.AMQP.BasicProperties;
import io.brokerbench.record.MessageHeader;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How often a message came already. Quorum queues tell; of others a delivery says only that it is
 * not the first, and what we gave back ourselves is counted here. Thread-safe.
 */
final class Attempts {

  private static final String DELIVERY_COUNT = "x-delivery-count";

  private final Map<ByteBuffer, Integer> refusals = new ConcurrentHashMap<>();

  /** Of a delivery, from 0. */
  int of(boolean redelivered, BasicProperties properties, byte[] body) {
    if (!redelivered) {
      return 0;
    }
    Map<String, Object> headers = properties.getHeaders();
    if (headers != null && headers.get(DELIVERY_COUNT) instanceof Number count) {
      return Math.max(1, count.intValue());
    }
    return refusals.getOrDefault(name(body), 1);
  }

  /** It was consumed, and will not come again. */
  void consumed(boolean redelivered, byte[] body) {
    if (redelivered) {
      refusals.remove(name(body));
    }
  }

  /** It was given back. */
  void refused(byte[] body) {
    refusals.merge(name(body), 1, Integer::sum);
  }

  /** What tells a message from others, if it has a header of ours. */
  private static ByteBuffer name(byte[] body) {
    return ByteBuffer.wrap(Arrays.copyOf(body, Math.min(body.length, MessageHeader.BYTES)));
  }
}
