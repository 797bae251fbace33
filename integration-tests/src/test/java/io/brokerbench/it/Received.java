package io.brokerbench.it;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.brokerbench.driver.Receiver;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

/** A receiver that records its deliveries. */
final class Received implements Receiver {

  /** A message as delivered, whose body is a text; see {@link Receiver#receive}. */
  record Delivery(String text, int queue, long bornMillis, long storedMillis, int attempt) {}

  private final Map<String, List<Delivery>> deliveries = new ConcurrentHashMap<>();
  private final Queue<Delivery> all = new ConcurrentLinkedQueue<>();
  private final Predicate<Delivery> consumes;

  /**
   * Creates a receiver.
   *
   * @param consumes whether a delivery counts as consumed
   */
  Received(Predicate<Delivery> consumes) {
    this.consumes = consumes;
  }

  Received() {
    this(delivery -> true);
  }

  @Override
  public boolean receive(byte[] body, int queue, long bornMillis, long storedMillis, int attempt) {
    Delivery delivery =
        new Delivery(new String(body, UTF_8), queue, bornMillis, storedMillis, attempt);
    all.add(delivery);
    deliveries.computeIfAbsent(delivery.text(), text -> new CopyOnWriteArrayList<>()).add(delivery);
    return consumes.test(delivery);
  }

  Set<String> texts() {
    return Set.copyOf(deliveries.keySet());
  }

  /** The deliveries of a message in order. */
  List<Delivery> of(String text) {
    return deliveries.getOrDefault(text, List.of());
  }

  /** All deliveries in order. */
  List<Delivery> all() {
    return List.copyOf(all);
  }
}
