package io.brokerbench.workers.worker;

import io.brokerbench.address.HostPort;
import io.brokerbench.ceiling.ClockFloors;
import io.brokerbench.clock.Clock;
import io.brokerbench.file.BadInputException;
import io.brokerbench.units.Text;
import io.brokerbench.workers.link.Credentials;
import io.brokerbench.workers.link.LinkLostException;
import io.brokerbench.workers.link.RefusedException;
import io.brokerbench.workers.protocol.FromWorker;
import io.brokerbench.workers.protocol.Handover;
import io.brokerbench.workers.protocol.Hello;
import io.brokerbench.workers.protocol.RunEnded;
import io.brokerbench.workers.protocol.ToWorker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A worker: registers with a controller, also before that is there, and starts a JVM for each run,
 * until the controller lets it go. What a client library or a JIT compiler keeps of one run does
 * not reach the next. For a single use.
 */
public final class WorkerSupervisor {

  /** Time without a message after which the controller is gone for good. */
  private static final Duration LOST = Duration.ofSeconds(10);

  /** Time until the controller of the next run must be there: it may have been killed. */
  private static final Duration NEXT = Duration.ofSeconds(60);

  /** Time limit of the measurement of the shortest wait. */
  private static final Duration PARK = Duration.ofMillis(300);

  private final Handover registration;
  private final Consumer<String> console;
  private @Nullable ChildJvm running;
  private @Nullable ReadyFile ready;

  /** With what a local worker gets from the controller that starts it. */
  WorkerSupervisor(Handover registration, Consumer<String> console) {
    this.registration = registration;
    this.console = console;
  }

  /**
   * Prepares a worker of a controller on any machine, or only on this one if there are no
   * credentials. The JVMs of its runs have the Java runtime, class path and flags of this JVM.
   *
   * @param name of the worker; the controller adds a number if another one has it
   * @param task what it does in a run; empty for the one on the class path
   * @param console receives lines about registrations
   * @throws BadInputException if the address needs credentials
   */
  public static WorkerSupervisor of(
      HostPort controller,
      Optional<Credentials> credentials,
      String name,
      Optional<Class<? extends RunTask>> task,
      Consumer<String> console)
      throws BadInputException {
    Credentials.requireFor("--join", controller, credentials);
    Handover.Builder registration =
        Handover.newBuilder()
            .setHost(controller.host())
            .setPort(controller.port())
            .setName(name)
            .setTask(task.map(Class::getName).orElse(""));
    credentials.ifPresent(each -> registration.setKeys(each.keys()));
    return new WorkerSupervisor(registration.build(), console);
  }

  /**
   * Shows by a file whether this worker is registered.
   *
   * @param file writable; exists only while the worker is registered, and is replaced if it exists
   */
  public void showReadinessBy(Path file) {
    ready = new ReadyFile(file);
  }

  /**
   * Serves the controller, and those of further runs at its address, until it lets this worker go.
   *
   * @throws RefusedException if the controller does not accept this worker
   * @throws LinkLostException if the controller is gone, or that of a further run does not come
   */
  public void run() throws RefusedException, LinkLostException, InterruptedException {
    ClockFloors floors = new ClockFloors(Clock.system());
    Hello hello =
        Dialer.hello(registration)
            .setPass(registration.getSecret())
            .setTimerP99Nanos(floors.timer().p99Nanos())
            .setParkP99Nanos(floors.park(PARK.toNanos()).p99Nanos())
            .build();
    boolean another = serves(hello, Optional.empty());
    while (another) {
      console.accept("waiting for the controller of the next run");
      another = serves(hello, Optional.of(NEXT));
    }
  }

  /**
   * Serves a controller.
   *
   * @param patience time until it must be there; empty for no limit
   * @return whether another one will follow at the same address
   */
  private boolean serves(Hello hello, Optional<Duration> patience)
      throws RefusedException, LinkLostException, InterruptedException {
    HostPort address = Dialer.controller(registration);
    Inbox inbox = new Inbox();
    try (Dialer dialer = new Dialer(registration, console)) {
      ControllerConnection controller = dialer.dial(hello, patience, LOST, accepted -> inbox);
      String name = controller.welcome().join().getName();
      console.accept(Text.of("joined the controller at %s as %s", address, name));
      if (ready != null) {
        ready.appear();
      }
      boolean again = serve(controller, inbox, name);
      if (!again) {
        console.accept(Text.of("the controller at %s no longer needs this worker", address));
      }
      return again;
    } catch (LinkLostException e) {
      throw new LinkLostException(
          Text.of("the controller at %s is gone: %s", address, e.getMessage()));
    } finally {
      if (ready != null) {
        ready.vanish();
      }
      endRun();
    }
  }

  private boolean serve(ControllerConnection controller, Inbox inbox, String name)
      throws LinkLostException, InterruptedException {
    while (true) {
      ToWorker message = inbox.next();
      switch (message.getContentCase()) {
        case START_RUN -> startRun(controller, message.getStartRun().getRun(), name);
        case GOODBYE -> {
          return message.getGoodbye().getAgain();
        }
        default -> {
          // A message to the JVM of a run.
        }
      }
    }
  }

  private void startRun(ControllerConnection controller, String run, String name) {
    endRun();
    try {
      running =
          ChildJvm.start(
              RunMain.class,
              registration.toBuilder().setSecret(run).setName(name).build(),
              failure -> report(controller, run, failure));
    } catch (IOException e) {
      report(controller, run, Text.of("no JVM can be started: %s", e.getMessage()));
    }
  }

  private void endRun() {
    if (running != null) {
      running.close();
      running = null;
    }
  }

  private static void report(ControllerConnection controller, String run, String failure) {
    controller
        .out()
        .send(
            FromWorker.newBuilder()
                .setRunEnded(RunEnded.newBuilder().setRun(run).setFailure(failure))
                .build());
  }

  /** What the controller sends, for a thread that waits for it. */
  static final class Inbox implements ControllerConnection.Listener {

    /** Without content: the controller is gone. */
    private static final ToWorker END = ToWorker.getDefaultInstance();

    private final BlockingQueue<ToWorker> messages = new LinkedBlockingQueue<>();
    private volatile String reason = "";

    @Override
    public void received(ToWorker message) {
      messages.add(message);
    }

    @Override
    public void lost(String why) {
      reason = why;
      messages.add(END);
    }

    /**
     * Waits for the next message.
     *
     * @throws LinkLostException if the controller is gone; the message is a clause about it
     */
    ToWorker next() throws LinkLostException, InterruptedException {
      ToWorker message = messages.take();
      if (message.equals(END)) {
        throw new LinkLostException(reason);
      }
      return message;
    }
  }

  /** A file that exists only while a worker is registered, for the probes of containers. */
  private static final class ReadyFile {

    private final Path file;

    /** Removes what an earlier worker left. */
    ReadyFile(Path file) {
      this.file = file;
      vanish();
      Runtime.getRuntime().addShutdownHook(new Thread(this::vanish, "ready-file"));
    }

    void appear() {
      try {
        Files.writeString(file, "");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    void vanish() {
      try {
        Files.deleteIfExists(file);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
