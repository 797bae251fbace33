package io.brokerbench.fault;

import io.brokerbench.results.faults.FaultImpact.Window;
import java.util.ArrayList;
import java.util.List;

/**
 * Times that are longer than a slow response, without a success, in which a message was due or in
 * flight. They start with the last success or, if no message was in flight then, with the next
 * intended time. A message that was slow by the last success is not counted as in flight: others
 * have overtaken it, and it may never end.
 */
final class Outages {

  /**
   * An outage.
   *
   * @param toTick the next success; {@link Long#MAX_VALUE} if there was none
   */
  record Outage(long fromTick, long toTick) {

    boolean overlaps(long fromTick, long toTick, long slowTicks) {
      return this.toTick > fromTick && Math.min(this.toTick, toTick) - this.fromTick > slowTicks;
    }

    long ticksWithin(long fromTick, long toTick) {
      return Math.min(this.toTick, toTick) - Math.max(this.fromTick, fromTick);
    }

    /** The outage as seen from the injection of a fault until the end of its analysis. */
    Window window(long atTick, long endTick) {
      return new Window(
          PackedMessage.seconds(fromTick - atTick),
          toTick < endTick ? PackedMessage.seconds(toTick - atTick) : null);
    }
  }

  private final DueMessages due;
  private final long slowTicks;
  private final List<Outage> all = new ArrayList<>();

  Outages(DueMessages due, Successes successes, long slowTicks) {
    this.due = due;
    this.slowTicks = slowTicks;
    long last = -1;
    for (int i = 0; i < successes.size(); i++) {
      long next = successes.tick(i);
      if (next - last > slowTicks) {
        add(last, next);
      }
      last = next;
    }
    add(last, Long.MAX_VALUE);
  }

  /**
   * Those that ended after a moment and are longer than a slow response by another one, in order.
   */
  List<Outage> between(long fromTick, long toTick) {
    return all.stream().filter(each -> each.overlaps(fromTick, toTick, slowTicks)).toList();
  }

  private void add(long lastTick, long nextTick) {
    for (int i = due.from(lastTick - slowTicks); i < due.size(); i++) {
      boolean after = due.intended(i) > lastTick;
      if (after || PackedMessage.end(due.get(i)) > lastTick) {
        long from = after ? due.intended(i) : lastTick;
        if (nextTick - from > slowTicks) {
          all.add(new Outage(from, nextTick));
        }
        return;
      }
    }
  }
}
