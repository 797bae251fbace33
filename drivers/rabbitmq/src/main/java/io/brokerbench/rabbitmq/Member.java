package io.brokerbench.rabbitmq;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Envelope;
import com.rabbitmq.client.ShutdownSignalException;
import io.brokerbench.clock.Clock;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Delivery;
import io.brokerbench.driver.FirstFailure;
import io.brokerbench.driver.Receiver;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/** One consumer: a channel, and the queues that it takes messages from. Thread-safe. */
final class Member {

  private static final String OFFSET = "x-stream-offset";

  private final ConsumerOptions options;
  private final boolean stream;
  private final Channels channels;
  private final List<String> names;
  private final int[] queues;
  private final Receiver receiver;
  private final Attempts attempts;
  private final FirstFailure failure;
  private final Clock clock = Clock.system();
  private final AtomicLongArray nextOffsets;
  private volatile @Nullable Channel channel;
  private volatile @Nullable Acknowledgements acknowledgements;
  private volatile boolean cancelled;

  /**
   * A consumer that has not begun.
   *
   * @param names of all queues of its group
   * @param queues indexes of its own among them
   * @param failure keeps what escapes; the client would close the channel and report nothing
   */
  Member(
      RabbitMqOptions options,
      Channels channels,
      List<String> names,
      int[] queues,
      Receiver receiver,
      Attempts attempts,
      FirstFailure failure) {
    this.options = options.consumers();
    this.stream = options.queues().type() == QueueType.STREAM;
    this.channels = channels;
    this.names = names;
    this.queues = queues;
    this.receiver = receiver;
    this.attempts = attempts;
    this.failure = failure;
    this.nextOffsets = new AtomicLongArray(names.size());
  }

  /** Begins, on a channel of its own; also after {@link #isLost}. */
  void begin() throws BrokerException {
    Channel opened = channels.channel();
    try {
      Acknowledgements own =
          new Acknowledgements(opened, options.ackEvery(), options.ackWithinNanos());
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
      throw new BrokerException("queues cannot be consumed: " + Refusal.text(e), e);
    }
  }

  /** Where to begin in a stream: at its begin, or after what came before its channel was lost. */
  private Object offset(int queue) {
    long next = nextOffsets.get(queue);
    return next == 0 ? (Object) "first" : Long.valueOf(next);
  }

  /** Whether it gets nothing any more although nobody closed it. */
  boolean isLost() {
    Channel current = channel;
    return current != null && (!current.isOpen() || cancelled);
  }

  /** Lets go of a channel that gives no more. */
  void abandon() {
    Channel current = channel;
    if (current != null) {
      Channels.abort(current);
    }
  }

  /** Acknowledges what waits for too long. */
  void tick(long nowNanos) {
    Acknowledgements current = acknowledgements;
    try {
      if (current != null && !isLost()) {
        current.tick(nowNanos);
      }
    } catch (IOException | ShutdownSignalException e) {
      // lost, which is seen elsewhere
    } catch (RuntimeException | Error e) {
      failure.keep(e);
    }
  }

  /** Acknowledges the rest; what is unacknowledged goes back into its queue. */
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
      // lost: nothing can be acknowledged
    }
  }

  /** What one of its queues gives. */
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
        // The broker will deliver it again.
      } catch (RuntimeException | Error e) {
        failure.keep(e);
      }
    }

    private void deliver(Envelope envelope, BasicProperties properties, byte[] body)
        throws IOException {
      Delivery delivery =
          new Delivery(
              body,
              queue,
              Delivery.NOT_TOLD,
              Delivery.NOT_TOLD,
              attempts.of(envelope.isRedeliver(), properties, body));
      boolean consumed = receiver.receive(delivery);
      if (stream
          && properties.getHeaders() != null
          && properties.getHeaders().get(OFFSET) instanceof Long offset) {
        nextOffsets.set(queue, offset + 1);
      }
      if (options.autoAck()) {
        return;
      }
      if (consumed) {
        attempts.consumed(envelope.isRedeliver(), body);
        own.consumed(envelope.getDeliveryTag(), clock.nanoTime());
      } else {
        attempts.refused(body);
        own.refused(envelope.getDeliveryTag());
      }
    }

    /** Its queue is gone, or moves to another node. */
    @Override
    public void handleCancel(String tag) {
      cancelled = true;
    }
  }
}
