package io.brokerbench.fault.inject;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Node;
import io.brokerbench.driver.Node.Impairment;
import io.brokerbench.driver.NodeRole;
import io.brokerbench.driver.Session;
import io.brokerbench.fault.InjectedFault;
import io.brokerbench.fault.PlannedFault;
import io.brokerbench.load.Timeline;
import io.brokerbench.results.faults.FaultEvent;
import io.brokerbench.units.Text;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Injects the planned faults of a run at their times and undoes them, each in a thread of its own:
 * a node or a broker may take seconds to answer, and the end of another fault does not wait. The
 * methods are for the thread that controls the run.
 */
public final class FaultInjector implements AutoCloseable {

  private static final long POLL_NANOS = 10_000_000;
  private static final long WATCH_NANOS = 200_000_000;

  /** Time for nodes to accept connections again after the load. */
  private static final long RETURN_NANOS = 60_000_000_000L;

  /** Who states which node has a role. */
  private enum Observer {
    BROKERS,
    SENDERS;

    private String words(NodeRole role) {
      return this == SENDERS
          ? FaultEvent.SENDERS_KNOW
          : role.equals(NodeRole.CONTROLLER_LEADER)
              ? FaultEvent.CONTROLLERS_REPORT
              : FaultEvent.BROKERS_REPORT;
    }

    private Optional<String> node(FaultTargets targets, NodeRole role) {
      return this == BROKERS ? targets.nodeInRole(role) : targets.nodeKnownToSenders(role);
    }
  }

  private final Clock clock;
  private final Timeline timeline;
  private final FaultTargets targets;
  private final List<FaultCourse> courses;
  private final ConcurrentLinkedQueue<String> news = new ConcurrentLinkedQueue<>();
  private final List<Thread> injecting;
  private final List<Thread> watching;
  private volatile boolean over;
  private long endedNanos;
  private volatile @Nullable RuntimeException failure;

  /** Creates an injector that does nothing yet; of no faults it never does. */
  public FaultInjector(
      List<PlannedFault> plan, Cluster cluster, Session session, Clock clock, Timeline timeline) {
    this.clock = clock;
    this.timeline = timeline;
    this.targets = new FaultTargets(cluster, session);
    this.courses =
        plan.stream()
            .map(fault -> new FaultCourse(fault, targets, clock, timeline, news::add))
            .toList();
    this.injecting =
        courses.stream().map(course -> daemon("brokerbench-fault", () -> inject(course))).toList();
    // Of several nodes in a role, another one in an answer is no change.
    this.watching =
        Stream.concat(
                Stream.of(NodeRole.MASTER, NodeRole.CONTROLLER_LEADER),
                plan.stream().flatMap(fault -> fault.role().stream()))
            .filter(role -> !role.isShared())
            .distinct()
            .flatMap(
                role ->
                    Stream.of(Observer.values())
                        .map(who -> daemon("brokerbench-role-watch", () -> watch(role, who))))
            .toList();
  }

  private static Thread daemon(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Prepares what takes time.
   *
   * @throws BrokerException if a fault is not possible in this cluster
   */
  public static void prepare(List<PlannedFault> plan, Cluster cluster) throws BrokerException {
    Set<Impairment> planned = EnumSet.noneOf(Impairment.class);
    plan.forEach(fault -> fault.action().impairment().ifPresent(planned::add));
    for (Node node : cluster.nodes()) {
      for (Impairment impairment : planned) {
        node.prepare(impairment);
      }
    }
  }

  /** Starts to follow the timeline. */
  public void start() {
    if (!courses.isEmpty()) {
      injecting.forEach(Thread::start);
      watching.forEach(Thread::start);
    }
  }

  private void inject(FaultCourse course) {
    try {
      while (!over) {
        long now = clock.nanoTime();
        if (now < timeline.endNanos()) {
          course.proceed(now);
        }
        clock.park(POLL_NANOS);
      }
    } catch (RuntimeException e) {
      failure = e;
    } finally {
      course.undo();
    }
  }

  /**
   * Notices when a role passes from the first node known to have it to another, which is an event
   * of the latest fault. Each in a thread of its own, because a request to a broker that is down
   * may take seconds.
   */
  private void watch(NodeRole role, Observer observer) {
    Optional<String> node = Optional.empty();
    while (!over) {
      boolean before = isBeforeFaults();
      Optional<FaultCourse> latest = before ? Optional.empty() : latest();
      if (before || latest.isPresent()) {
        // Empty if no node has the role, or the observer does not state which.
        Optional<String> current = observer.node(targets, role);
        if (node.isEmpty()) {
          node = current;
        } else if (current.isPresent() && !current.equals(node) && before == isBeforeFaults()) {
          // If the first fault begins before the answer, the change is an event of that.
          node = current;
          String event = Text.of("%s %s as %s", observer.words(role), current.get(), role.text());
          latest.ifPresent(course -> course.add(event));
        }
      }
      clock.park(WATCH_NANOS);
    }
  }

  private boolean isBeforeFaults() {
    return courses.stream().allMatch(FaultCourse::isPlanned);
  }

  private Optional<FaultCourse> latest() {
    return courses.stream()
        .filter(FaultCourse::isInjected)
        .reduce((earlier, later) -> earlier.atNanos() <= later.atNanos() ? later : earlier);
  }

  /** What has happened since the last call, one line each. */
  public List<String> news() {
    List<String> lines = new ArrayList<>();
    for (String line = news.poll(); line != null; line = news.poll()) {
      lines.add(line);
    }
    return lines;
  }

  /** Undoes at once what is still in effect, because the load is over, and asks commands to end. */
  public void endLoad() throws InterruptedException {
    over = true;
    for (Thread thread : injecting) {
      thread.join();
    }
    endedNanos = clock.nanoTime();
    courses.forEach(FaultCourse::endHook);
  }

  /**
   * Whether the load ended less than a minute ago, and a node that was started again is alive and
   * does not accept connections yet.
   */
  public boolean isReturning() {
    return clock.nanoTime() - endedNanos < RETURN_NANOS
        && courses.stream().anyMatch(FaultCourse::isReturning);
  }

  /** Records which nodes have not come back. */
  public void giveUp() {
    courses.forEach(FaultCourse::giveUp);
  }

  /** The faults that were injected so far, in order of their plan. */
  public List<InjectedFault> injected() {
    return courses.stream().map(FaultCourse::result).flatMap(Optional::stream).toList();
  }

  /** Each fault that was not injected, or not undone, with the reason, one line each. */
  public List<String> failures() {
    List<String> failures = new ArrayList<>();
    courses.forEach(course -> course.failure().ifPresent(failures::add));
    if (failure != null) {
      failures.add("the injection failed: " + failure);
    }
    return failures;
  }

  /** Undoes what is still in effect, and ends commands. Idempotent; waits for both. */
  @Override
  public void close() {
    try {
      endLoad();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
