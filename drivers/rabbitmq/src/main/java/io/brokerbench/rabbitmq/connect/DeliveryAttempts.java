package io.brokerbench.rabbitmq.connect;

import com.rabbitmq.client.AMQP.BasicProperties;
import io.brokerbench.record.MessageHeader;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Number of earlier deliveries of a message. Quorum queues report it in a header; other queues only
 * mark redeliveries, so messages requeued by this process are counted here. Thread-safe.
 */
public final class DeliveryAttempts {

  private static final String DELIVERY_COUNT = "x-delivery-count";

  private final Map<ByteBuffer, Integer> refusals = new ConcurrentHashMap<>();

  /** Earlier deliveries of the message of a delivery, from 0. */
  public int of(boolean redelivered, BasicProperties properties, byte[] body) {
    if (!redelivered) {
      return 0;
    }
    Map<String, Object> headers = properties.getHeaders();
    if (headers != null && headers.get(DELIVERY_COUNT) instanceof Number count) {
      return Math.max(1, count.intValue());
    }
    return refusals.getOrDefault(name(body), 1);
  }

  /** Records that a message was consumed and will not be redelivered. */
  public void consumed(boolean redelivered, byte[] body) {
    if (redelivered) {
      refusals.remove(name(body));
    }
  }

  /** Records that a message was requeued. */
  public void refused(byte[] body) {
    refusals.merge(name(body), 1, Integer::sum);
  }

  /** Identifies a message by the bytes of its {@link MessageHeader}. */
  private static ByteBuffer name(byte[] body) {
    return ByteBuffer.wrap(Arrays.copyOf(body, Math.min(body.length, MessageHeader.BYTES)));
  }
}
