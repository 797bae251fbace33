package io.brokerbench.results;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Reaction of brokers and consumers to an offered rate. */
public enum LoadOutcome {
  /** Senders sent what was due, and consumers kept up. */
  @JsonProperty("held")
  HELD("load held: what was due was sent, and received as fast"),
  /** Windows or the broker slowed senders down, or the broker refused messages. */
  @JsonProperty("throttled")
  THROTTLED("load throttled: less was sent or taken than was due, and received as fast"),
  /** Consumers fell behind, and queues grew. */
  @JsonProperty("collapsed")
  COLLAPSED("load collapsed: consumers fell behind what was sent");

  /**
   * Share of another rate below which a rate counts as less; RabbitMQ's own flow control causes
   * variations of a few percent.
   */
  public static final double SAME = 0.95;

  private final String text;

  LoadOutcome(String text) {
    this.text = text;
  }

  /** Description in one line. */
  public String text() {
    return text;
  }
}
