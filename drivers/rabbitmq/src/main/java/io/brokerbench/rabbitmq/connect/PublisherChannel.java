package io.brokerbench.rabbitmq.connect;

import com.rabbitmq.client.Channel;
import io.brokerbench.clock.Clock;
import io.brokerbench.driver.BrokerException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A publisher's channel, which is opened again after a loss. Not thread-safe.
 *
 * @param <T> type created from an open channel
 */
public final class PublisherChannel<T> {

  private static final long RETRY_NANOS = 500_000_000;

  /** Prepares a newly opened channel. */
  @FunctionalInterface
  public interface Preparation<T> {
    T of(Channel channel) throws IOException;
  }

  private final Channels channels;
  private final Preparation<T> preparation;
  private final Clock clock = Clock.system();
  private Channel channel;
  private T prepared;
  private long retryNanos;

  public PublisherChannel(Channels channels, Preparation<T> preparation) throws BrokerException {
    this.channels = channels;
    this.preparation = preparation;
    open();
    this.retryNanos = clock.nanoTime();
  }

  /** Opens and prepares a channel; aborts it if the preparation fails. */
  private void open() throws BrokerException {
    Channel opened = channels.channel();
    try {
      prepared = preparation.of(opened);
      channel = opened;
    } catch (IOException | RuntimeException e) {
      Channels.abort(opened);
      throw new BrokerException("a channel cannot be used: " + RabbitMqRefusal.text(e), e);
    }
  }

  /** The prepared object of the open channel; null if no channel can be opened now. */
  public @Nullable T get() {
    if (channel.isOpen()) {
      return prepared;
    }
    long now = clock.nanoTime();
    if (now - retryNanos < 0) {
      return null;
    }
    retryNanos = now + RETRY_NANOS;
    try {
      open();
      return prepared;
    } catch (BrokerException e) {
      return null;
    }
  }

  /**
   * Aborts the channel after an unanswered request, whose late answer would be mistaken for the
   * answer to a later request. Waits for the broker as {@link Channels#abort} does.
   */
  public void drop() {
    Channels.abort(channel);
  }
}
