package io.brokerbench.workers.worker;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import io.brokerbench.driver.DaemonThreads;
import io.brokerbench.units.Text;
import io.brokerbench.workers.link.LinkLostException;
import io.brokerbench.workers.link.RefusedException;
import io.brokerbench.workers.link.StreamLink;
import io.brokerbench.workers.protocol.FromWorker;
import io.brokerbench.workers.protocol.Handover;
import io.brokerbench.workers.protocol.RunEnded;
import io.brokerbench.workers.protocol.ToWorker;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The JVM of a run: connects to the controller, executes the {@link RunTask} and ends. When the
 * controller or the supervisor is gone, the task learns that its link is lost, and the JVM ends
 * within a few seconds whatever the task does.
 */
public final class RunMain {

  /** Time that a task has to return after its link was lost. */
  static final int GRACE_SECONDS = 5;

  /** Exit code of a process that its parent or the controller cut short: that of SIGTERM. */
  static final int CUT = 143;

  private static final int FAILED = 1;

  /** Time without a message after which the controller is gone: no load continues without it. */
  private static final Duration LOST = Duration.ofSeconds(5);

  private volatile @Nullable ControllerConnection controller;
  private volatile @Nullable StreamLink<FromWorker> link;
  private volatile boolean done;
  private volatile boolean cut;

  private RunMain() {}

  /** Reads what it needs from standard input. */
  public static void main(String[] args) {
    RunMain main = new RunMain();
    int code = main.run();
    // Hooks of the libraries that were used may not end.
    haltLater();
    System.exit(code);
  }

  private int run() {
    try {
      Handover handover = Lifeline.take(System.in, this::orphaned);
      String failure = connectAndRun(create(handover.getTask()), handover);
      if (!failure.isEmpty()) {
        System.err.println(failure);
      }
      return cut ? CUT : failure.isEmpty() ? 0 : FAILED;
    } catch (IOException
        | RefusedException
        | LinkLostException
        | InterruptedException
        | IllegalStateException e) {
      System.err.println(String.valueOf(e.getMessage()));
      return FAILED;
    }
  }

  private static RunTask create(String type) throws IOException {
    if (type.isEmpty()) {
      return RunTask.installed();
    }
    try {
      return Class.forName(type).asSubclass(RunTask.class).getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IOException(
          Text.of("%s cannot be created: %s", type, requireNonNullElse(e.getCause(), e)), e);
    }
  }

  /** Returns why the task failed; empty if it did not. */
  private String connectAndRun(RunTask task, Handover handover)
      throws RefusedException, LinkLostException, InterruptedException {
    try (Dialer dialer = new Dialer(handover, line -> System.err.println(line))) {
      ControllerConnection connection =
          dialer.dial(
              Dialer.hello(handover).setRun(handover.getSecret()).build(),
              Optional.empty(),
              LOST,
              accepted -> listen(accepted, handover));
      controller = connection;
      byte[] order = connection.welcome().join().getOrder().toByteArray();
      String failure = execute(task, order, requireNonNull(link));
      done = true;
      connection
          .out()
          .send(
              FromWorker.newBuilder()
                  .setRunEnded(RunEnded.newBuilder().setFailure(failure))
                  .build());
      connection.out().complete();
      // The controller has read all when it ends the stream as well.
      connection.end().completeOnTimeout("", GRACE_SECONDS, TimeUnit.SECONDS).join();
      return failure;
    }
  }

  private String execute(RunTask task, byte[] order, StreamLink<FromWorker> link) {
    try {
      task.run(order, link);
      return "";
    } catch (Throwable e) {
      if (cut) {
        // A consequence of what is known.
        return "";
      }
      e.printStackTrace();
      return Text.of("its run failed: %s", e).replaceAll("\\s+", " ");
    }
  }

  private ControllerConnection.Listener listen(ControllerConnection connection, Handover handover) {
    StreamLink<FromWorker> made =
        new StreamLink<>(
            "the controller at " + Dialer.controller(handover),
            connection.out(),
            payload -> FromWorker.newBuilder().setPayload(payload).build());
    link = made;
    return new ControllerConnection.Listener() {
      @Override
      public void received(ToWorker message) {
        if (message.hasPayload()) {
          made.received(message.getPayload());
        }
      }

      @Override
      public void lost(String reason) {
        cutShort(made, reason);
      }
    };
  }

  private void cutShort(StreamLink<FromWorker> lost, String reason) {
    if (!done) {
      cut = true;
      System.err.println(lost.name() + ": " + reason);
      haltLater();
      lost.lost(reason);
    }
  }

  /** The supervisor has ended. */
  private void orphaned() {
    ControllerConnection connection = controller;
    if (connection == null) {
      System.exit(CUT);
    } else {
      connection.cancel("the supervisor of this worker has ended");
    }
  }

  private static void haltLater() {
    DaemonThreads.start(
        "end-of-run",
        () -> {
          try {
            TimeUnit.SECONDS.sleep(GRACE_SECONDS);
          } catch (InterruptedException e) {
            // Ends at once.
          }
          Runtime.getRuntime().halt(CUT);
        });
  }
}
