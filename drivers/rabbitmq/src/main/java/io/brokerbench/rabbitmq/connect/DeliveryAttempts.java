package io.brokerbench.rabbitmq.connect;

import com.rabbitmq.client.AMQP.BasicProperties;
import io.brokerbench.record.MessageHeader;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Number of earlier deliveries of a message. Quorum queues report it in a header, from release 4.3
 * on without the messages that a consumer requeued; other queues only mark redeliveries. So
 * messages requeued by this process are counted here. Thread-safe.
 */
public final class DeliveryAttempts {

  private static final String DELIVERY_COUNT = "x-delivery-count";

  private final Map<ByteBuffer, Integer> refusals = new ConcurrentHashMap<>();

  /** Earlier deliveries of the message of a delivery, from 0. */
  public int of(boolean redelivered, BasicProperties properties, byte[] body) {
    if (!redelivered) {
      return 0;
    }
    int known = refusals.getOrDefault(name(body), 1);
    Map<String, Object> headers = properties.getHeaders();
    return headers != null && headers.get(DELIVERY_COUNT) instanceof Number count
        ? Math.max(known, count.intValue())
        : known;
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
