package io.brokerbench.rabbitmq;

import com.rabbitmq.client.Channel;
import io.brokerbench.clock.Clock;
import io.brokerbench.driver.BrokerException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A publisher's channel, opened again when it is lost. For one thread.
 *
 * @param <T> what is made of an open channel
 */
final class Link<T> {

  private static final long RETRY_NANOS = 500_000_000;

  /** Prepares a channel that was just opened. */
  @FunctionalInterface
  interface Preparation<T> {
    T of(Channel channel) throws IOException;
  }

  private final Channels channels;
  private final Preparation<T> preparation;
  private final Clock clock = Clock.system();
  private Channel channel;
  private T prepared;
  private long retryNanos;

  /** Opens it. */
  Link(Channels channels, Preparation<T> preparation) throws BrokerException {
    this.channels = channels;
    this.preparation = preparation;
    open();
    this.retryNanos = clock.nanoTime();
  }

  /** A channel that could not be prepared is nobody's. */
  private void open() throws BrokerException {
    Channel opened = channels.channel();
    try {
      prepared = preparation.of(opened);
      channel = opened;
    } catch (IOException | RuntimeException e) {
      Channels.abort(opened);
      throw new BrokerException("a channel cannot be used: " + Refusal.text(e), e);
    }
  }

  /** What there is of an open channel; null if there is none, and none to be had now. */
  @Nullable T get() {
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
   * Gives the channel up: what it was asked is not answered, and would be taken for a later answer.
   */
  void drop() {
    Channels.abort(channel);
  }
}
