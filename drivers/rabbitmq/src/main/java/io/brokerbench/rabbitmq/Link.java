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

  private final Trunk trunk;
  private final Preparation<T> preparation;
  private final Clock clock = Clock.system();
  private Channel channel;
  private T prepared;
  private long retryNanos;

  /** Opens it. */
  Link(Trunk trunk, Preparation<T> preparation) throws BrokerException {
    this.trunk = trunk;
    this.preparation = preparation;
    this.channel = trunk.channel();
    this.prepared = prepare();
    this.retryNanos = clock.nanoTime();
  }

  private T prepare() throws BrokerException {
    try {
      return preparation.of(channel);
    } catch (IOException | RuntimeException e) {
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
      channel = trunk.channel();
      prepared = prepare();
      return prepared;
    } catch (BrokerException e) {
      return null;
    }
  }
}
