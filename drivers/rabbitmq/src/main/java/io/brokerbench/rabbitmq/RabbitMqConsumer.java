package io.brokerbench.rabbitmq;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Envelope;
import com.rabbitmq.client.ShutdownSignalException;
import io.brokerbench.clock.Clock;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.FirstFailure;
import io.brokerbench.driver.Receiver;
import io.brokerbench.rabbitmq.connect.Channels;
import io.brokerbench.rabbitmq.connect.DeliveryAttempts;
import io.brokerbench.rabbitmq.connect.QueueType;
import io.brokerbench.rabbitmq.connect.RabbitMqConsumerOptions;
import io.brokerbench.rabbitmq.connect.RabbitMqOptions;
import io.brokerbench.rabbitmq.connect.RabbitMqRefusal;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/** One consumer: a channel and the queues that it consumes. Thread-safe. */
final class RabbitMqConsumer {

  private static final String OFFSET = "x-stream-offset";

  private final RabbitMqConsumerOptions options;
  private final boolean stream;

  /** Offset of the first message that is consumed from a stream. */
  private final String streamStart;

  private final Channels channels;
  private final List<String> names;
  private final int[] queues;
  private final Receiver receiver;
  private final DeliveryAttempts attempts;
  private final FirstFailure failure;
  private final Clock clock = Clock.system();
  private final AtomicLongArray nextOffsets;
  private volatile @Nullable Channel channel;
  private volatile @Nullable Acknowledgements acknowledgements;
  private volatile boolean cancelled;

  /**
   * Creates a consumer that is not started.
   *
   * @param names names of all queues of the group
   * @param queues indexes of this consumer's queues among them
   * @param failure keeps the first exception thrown by the receiver; the client would close the
   *     channel and report nothing
   */
  RabbitMqConsumer(
      RabbitMqOptions options,
      Channels channels,
      List<String> names,
      int[] queues,
      Receiver receiver,
      DeliveryAttempts attempts,
      FirstFailure failure) {
    this.options = options.consumers();
    this.stream = options.queues().type() == QueueType.STREAM;
    // Streams of a run that sends hold nothing but its messages, unless the first one is wanted.
    this.streamStart = options.publishers() > 0 || options.consumers().first() ? "first" : "next";
    this.channels = channels;
    this.names = names;
    this.queues = queues;
    this.receiver = receiver;
    this.attempts = attempts;
    this.failure = failure;
    this.nextOffsets = new AtomicLongArray(names.size());
  }

  /** Starts to consume on a new channel; also used to restart when {@link #isLost}. */
  void begin() throws BrokerException {
    Channel opened = channels.channel();
    try {
      Acknowledgements own =
          new Acknowledgements(opened, receiver, options.ackEvery(), options.ackWithinNanos());
      acknowledgements = own;
      cancelled = false;
      if (!options.autoAck()) {
        opened.basicQos(options.prefetch());
      }
      for (int queue : queues) {
        opened.basicConsume(
            names.get(queue),
            options.autoAck(),
            stream ? Map.of(OFFSET, offset(queue)) : Map.of(),
            new Deliveries(opened, queue, own));
      }
      channel = opened;
    } catch (IOException | RuntimeException e) {
      Channels.abort(opened);
      throw new BrokerException("queues cannot be consumed: " + RabbitMqRefusal.text(e, "read"), e);
    }
  }

  /** Start offset in a stream: that of the run, or of the message after the last one received. */
  private Object offset(int queue) {
    long next = nextOffsets.get(queue);
    return next == 0 ? (Object) streamStart : Long.valueOf(next);
  }

  /** Whether the consumer lost its channel or a queue without being closed. */
  boolean isLost() {
    Channel current = channel;
    return current != null && (!current.isOpen() || cancelled);
  }

  /** Aborts the lost channel; if only its consumer was cancelled, waits for the broker. */
  void abandon() {
    Channel current = channel;
    if (current != null) {
      Channels.abort(current);
    }
  }

  /** Acknowledges an incomplete batch whose time limit has passed. */
  void tick(long nowNanos) {
    Acknowledgements current = acknowledgements;
    try {
      if (current != null && !isLost()) {
        current.tick(nowNanos);
      }
    } catch (IOException | ShutdownSignalException e) {
      // The channel is lost, which is handled elsewhere.
    } catch (RuntimeException | Error e) {
      failure.keep(e);
    }
  }

  /** Acknowledges the last batch and closes the channel; other deliveries are requeued. */
  void end() {
    Channel current = channel;
    Acknowledgements last = acknowledgements;
    try {
      if (current != null && current.isOpen()) {
        if (last != null) {
          last.flush();
        }
        current.close();
      }
    } catch (Exception e) {
      // The channel is lost; nothing can be acknowledged.
    }
  }

  private final class Deliveries extends DefaultConsumer {
    private final int queue;
    private final Acknowledgements own;

    Deliveries(Channel channel, int queue, Acknowledgements own) {
      super(channel);
      this.queue = queue;
      this.own = own;
    }

    @Override
    public void handleDelivery(
        String tag, Envelope envelope, BasicProperties properties, byte[] body) throws IOException {
      try {
        deliver(envelope, properties, body);
      } catch (ShutdownSignalException e) {
        // The broker will redeliver the message.
      } catch (RuntimeException | Error e) {
        failure.keep(e);
      }
    }

    private void deliver(Envelope envelope, BasicProperties properties, byte[] body)
        throws IOException {
      boolean consumed =
          receiver.receive(
              body,
              queue,
              Receiver.UNKNOWN_TIME,
              Receiver.UNKNOWN_TIME,
              attempts.of(envelope.isRedeliver(), properties, body));
      if (stream
          && properties.getHeaders() != null
          && properties.getHeaders().get(OFFSET) instanceof Long offset) {
        nextOffsets.set(queue, offset + 1);
      }
      if (options.autoAck()) {
        return;
      }
      long delivery = receiver.delivery();
      if (consumed) {
        attempts.consumed(envelope.isRedeliver(), body);
        own.consumed(envelope.getDeliveryTag(), delivery, clock.nanoTime());
      } else {
        attempts.refused(body);
        own.refused(envelope.getDeliveryTag(), delivery);
      }
    }

    /** Called when the queue is deleted or moves to another node. */
    @Override
    public void handleCancel(String tag) {
      cancelled = true;
    }
  }

  /**
   * Acknowledges the deliveries of one channel in batches; an incomplete batch is acknowledged
   * after a time limit. Thread-safe.
   */
  private static final class Acknowledgements {

    private final Channel channel;
    private final Receiver receiver;
    private final int every;
    private final long withinNanos;
    private final long[] deliveries;
    private int count;
    private long lastTag;
    private long firstNanos;

    /**
     * @param every deliveries per acknowledgement
     * @param withinNanos time limit of an incomplete batch; 0 for none
     */
    Acknowledgements(Channel channel, Receiver receiver, int every, long withinNanos) {
      this.channel = channel;
      this.receiver = receiver;
      this.every = every;
      this.withinNanos = withinNanos;
      this.deliveries = new long[every];
    }

    /** Records that a delivery was consumed; acknowledges the batch when it is complete. */
    synchronized void consumed(long tag, long delivery, long nowNanos) throws IOException {
      lastTag = tag;
      if (count == 0) {
        firstNanos = nowNanos;
      }
      deliveries[count++] = delivery;
      if (count >= every) {
        flush();
      }
    }

    synchronized void refused(long tag, long delivery) throws IOException {
      channel.basicNack(tag, false, true);
      receiver.settled(delivery);
    }

    /** Acknowledges an incomplete batch whose time limit has passed. */
    synchronized void tick(long nowNanos) throws IOException {
      if (withinNanos > 0 && count > 0 && nowNanos - firstNanos >= withinNanos) {
        flush();
      }
    }

    /** Acknowledges an incomplete batch. */
    synchronized void flush() throws IOException {
      int batch = count;
      if (batch > 0) {
        // On a lost channel, nothing can be acknowledged again.
        count = 0;
        channel.basicAck(lastTag, batch > 1);
        receiver.settled(deliveries, batch);
      }
    }
  }
}
