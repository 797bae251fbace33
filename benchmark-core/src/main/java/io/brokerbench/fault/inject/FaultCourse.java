package io.brokerbench.fault.inject;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Node;
import io.brokerbench.driver.Node.Impairment;
import io.brokerbench.fault.InjectedFault;
import io.brokerbench.fault.PlannedFault;
import io.brokerbench.load.Timeline;
import io.brokerbench.results.faults.FaultEvent;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Secrets;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The course of one planned fault, from its plan to its end. Its injecting thread changes it;
 * events come from any thread.
 */
final class FaultCourse {

  private enum State {
    PLANNED,
    IN_EFFECT,
    OVER
  }

  /** Between two searches for a node in a role. */
  private static final long RETRY_NANOS = 200_000_000;

  private final PlannedFault plan;
  private final String text;
  private final FaultTargets targets;
  private final Clock clock;
  private final Timeline timeline;
  private final Consumer<String> news;
  private final long afterNanos;
  private final List<FaultEvent> events = new ArrayList<>();
  private volatile State state = State.PLANNED;
  private long retryNanos = Long.MIN_VALUE;
  private volatile String reason = "";
  private volatile String notUndone = "";
  private volatile long atNanos;
  private volatile @Nullable Long endedNanos;
  private volatile @Nullable Long returnedNanos;
  private volatile @Nullable Node node;
  private volatile List<Node> with = List.of();
  private volatile @Nullable FaultHook hook;

  /**
   * Creates the course of a fault that is not injected yet.
   *
   * @param news receives a line for each event
   */
  FaultCourse(
      PlannedFault plan,
      FaultTargets targets,
      Clock clock,
      Timeline timeline,
      Consumer<String> news) {
    this.plan = plan;
    this.text = Secrets.text(plan.text());
    this.targets = targets;
    this.clock = clock;
    this.timeline = timeline;
    this.news = news;
    this.afterNanos =
        plan.at().toNanos()
            + ThreadLocalRandom.current().nextLong(plan.latest().minus(plan.at()).toNanos() + 1);
  }

  /** Takes the next step if it is due. */
  void proceed(long now) {
    long fromNanos = timeline.measuredFromNanos();
    switch (state) {
      case PLANNED -> {
        // The start of the measured time may still be unknown.
        if (now >= fromNanos && now - fromNanos >= afterNanos && now >= retryNanos) {
          inject();
        }
      }
      case IN_EFFECT -> {
        if (plan.length().isPresent() && now - atNanos >= plan.length().get().toNanos()) {
          undo();
        }
      }
      case OVER -> {}
    }
  }

  private void inject() {
    state = State.OVER;
    try {
      if (plan.action() == PlannedFault.Action.RUN) {
        atNanos = clock.nanoTime();
        add("started");
        hook =
            FaultHook.start(
                plan.target(),
                line -> add("output: " + line),
                code -> add("ended with exit code " + code));
        return;
      }
      List<Node> found = take();
      if (found.isEmpty()) {
        return;
      }
      reason = "";
      atNanos = clock.nanoTime();
      if (atNanos >= timeline.endNanos()) {
        // The brokers took until then to name the node in a role.
        found.forEach(targets::release);
        return;
      }
      with = found.subList(1, found.size());
      String done = hit(found);
      node = found.get(0);
      state = State.IN_EFFECT;
      add(done);
    } catch (BrokerException | IOException e) {
      reason = String.valueOf(e.getMessage());
    } finally {
      if (!reason.isEmpty() && state == State.OVER) {
        news.accept(Text.of("%s: not injected: %s", text, reason));
      }
    }
  }

  /** The nodes to hit; none if one of them is missing, which {@link #noTarget} has handled. */
  private List<Node> take() {
    List<Node> found = new ArrayList<>();
    for (String target : plan.targets()) {
      Optional<Node> next = targets.take(target);
      if (next.isEmpty()) {
        found.forEach(targets::release);
        noTarget(target);
        return List.of();
      }
      found.add(next.get());
    }
    return found;
  }

  /** Between two elections no node has a role: the fault waits for the next one. */
  private void noTarget(String target) {
    boolean first = reason.isEmpty();
    reason = Text.of("no node is %s, or it is down", target);
    if (targets.isRole(target)) {
      state = State.PLANNED;
      retryNanos = clock.nanoTime() + RETRY_NANOS;
      if (first) {
        news.accept(Text.of("%s: waits, because %s", text, reason));
      }
    }
  }

  /** Hits nodes; if that fails, undoes what was done so far, and other faults may hit them. */
  private String hit(List<Node> found) throws BrokerException {
    try {
      return hit(found.get(0));
    } catch (Throwable e) {
      withdraw(found.get(0));
      found.forEach(targets::release);
      throw e;
    }
  }

  /** Of a pause, some threads may have stopped; of an impairment, a part may be in effect. */
  private void withdraw(Node target) {
    try {
      if (plan.action() == PlannedFault.Action.PAUSE) {
        target.resume();
      } else if (plan.action().impairment().isPresent()) {
        target.repair(plan.action().impairment().get(), with);
      }
    } catch (BrokerException e) {
      // The failure of the fault itself is reported.
    }
  }

  private String hit(Node target) throws BrokerException {
    switch (plan.action()) {
      case KILL -> {
        target.kill();
        return target.name() + " killed";
      }
      case STOP -> {
        target.stop();
        return target.name() + " asked to stop";
      }
      case PAUSE -> {
        target.pause();
        return target.name() + " paused";
      }
      default -> {
        Impairment impairment = plan.action().impairment().orElseThrow();
        target.impair(impairment, with);
        return names(target) + ": " + impairment.done();
      }
    }
  }

  /** Of all nodes that are hit: "broker-0 and namesrv". */
  private String names(Node target) {
    return Stream.concat(Stream.of(target), with.stream())
        .map(Node::name)
        .collect(Collectors.joining(" and "));
  }

  /** Undoes the fault if it is in effect and not meant to last. */
  void undo() {
    Node target = node;
    if (state != State.IN_EFFECT || target == null || plan.length().isEmpty()) {
      return;
    }
    state = State.OVER;
    try {
      switch (plan.action()) {
        case PAUSE -> {
          target.resume();
          ended(target, target.name() + " resumed");
        }
        case KILL, STOP -> restart(target);
        default -> {
          Impairment impairment = plan.action().impairment().orElseThrow();
          target.repair(impairment, with);
          ended(target, names(target) + ": " + impairment.undone());
        }
      }
    } catch (BrokerException e) {
      notUndone = Text.of("%s is not back: %s", target.name(), e.getMessage());
      add(notUndone);
    }
  }

  private void ended(Node target, String what) {
    endedNanos = clock.nanoTime();
    add(what);
    returned(target);
  }

  private void restart(Node target) throws BrokerException {
    if (target.alive()) {
      target.kill();
      add(target.name() + " did not end in time, and was killed");
    }
    target.restart();
    endedNanos = clock.nanoTime();
    add(target.name() + " restarted");
    var unused =
        target
            .booted()
            .thenRun(
                () -> {
                  add(target.name() + " accepts connections");
                  returned(target);
                });
  }

  private void returned(Node target) {
    returnedNanos = clock.nanoTime();
    targets.release(target);
    with.forEach(targets::release);
  }

  /** Whether its node is on its way back: started again, alive, and without connections yet. */
  boolean isReturning() {
    Node target = node;
    return target != null && endedNanos != null && returnedNanos == null && target.alive();
  }

  /** Records that its node did not come back in time. */
  void giveUp() {
    Node target = node;
    if (target != null && endedNanos != null && returnedNanos == null) {
      add(target.name() + " does not accept connections yet");
    }
  }

  void endHook() {
    FaultHook running = hook;
    if (running != null) {
      running.close();
    }
  }

  /** Records an event that happens now. */
  synchronized void add(String what) {
    long now = clock.nanoTime();
    events.add(new FaultEvent((now - atNanos) / 1e9, what));
    news.accept(Text.of("%s: at %.1f s %s", text, (now - timeline.startNanos()) / 1e9, what));
  }

  /** Whether it has not begun. */
  boolean isPlanned() {
    return state == State.PLANNED;
  }

  boolean isInjected() {
    return node != null || hook != null;
  }

  /** When it was injected, on the run's clock. */
  long atNanos() {
    return atNanos;
  }

  /** The plan and why it was not injected, or not undone; empty if it was. */
  Optional<String> failure() {
    String why = isInjected() ? notUndone : reason.isEmpty() ? "the load ended before" : reason;
    return why.isEmpty() ? Optional.empty() : Optional.of(Text.of("%s: %s", text, why));
  }

  /** What was injected; empty if nothing was. */
  synchronized Optional<InjectedFault> result() {
    Node target = node;
    return isInjected()
        ? Optional.of(
            new InjectedFault(
                text,
                target == null ? "" : target.name(),
                atNanos,
                endedNanos,
                returnedNanos,
                events))
        : Optional.empty();
  }
}
