package io.brokerbench.workers.run;

import static java.util.Objects.requireNonNull;

import com.google.protobuf.InvalidProtocolBufferException;
import io.brokerbench.clock.Clock;
import io.brokerbench.driver.Seat;
import io.brokerbench.results.workers.ClockCeilings;
import io.brokerbench.workers.controller.WorkerInfo;
import io.brokerbench.workers.link.LinkListener;
import io.brokerbench.workers.link.WorkerLink;
import io.brokerbench.workers.protocol.Command;
import io.brokerbench.workers.protocol.FlipReport;
import io.brokerbench.workers.protocol.Report;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A worker whose answers a test gives. */
final class FakeWorker implements WorkerLink {

  private final String name;
  private final RunningWorker worker;
  private final List<Command> commands = new CopyOnWriteArrayList<>();
  private volatile Consumer<Command> reaction = command -> {};
  private volatile @Nullable LinkListener listener;
  private volatile boolean closed;

  FakeWorker(String name) {
    this(name, Clock.system());
  }

  /**
   * A worker whose silence and limits are judged by a clock of the test.
   *
   * @param clock of the controller
   */
  FakeWorker(String name, Clock clock) {
    this(name, clock, line -> {});
  }

  /**
   * The same with a receiver of its steps.
   *
   * @param progress receives a line for each step
   */
  FakeWorker(String name, Clock clock, Consumer<String> progress) {
    this.name = name;
    this.worker =
        new RunningWorker(
            new WorkerInfo(name, "10.0.0.1", "17.0.15", 2, new ClockCeilings(40, 60_000)),
            this,
            Seat.WHOLE,
            clock,
            progress);
  }

  RunningWorker worker() {
    return worker;
  }

  /** Does this with each command from now on. */
  void reacts(Consumer<Command> with) {
    reaction = with;
  }

  /** Answers a command. */
  void answers(Command command, FlipReport flip) {
    reports(Report.newBuilder().setId(command.getId()).setFlip(flip).build().toByteArray());
  }

  /** Sends a report. */
  void reports(byte[] report) {
    requireNonNull(listener).received(report);
  }

  /** What it was sent. */
  List<Command> commands() {
    return commands;
  }

  boolean isClosed() {
    return closed;
  }

  @Override
  public String name() {
    return name + " at 10.0.0.1";
  }

  @Override
  public void send(byte[] payload) {
    try {
      Command command = Command.parseFrom(payload);
      commands.add(command);
      reaction.accept(command);
      if (command.hasEnd()) {
        requireNonNull(listener).ended();
      }
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException(e);
    }
  }

  @Override
  public void listen(LinkListener only) {
    listener = only;
  }

  @Override
  public void close() {
    closed = true;
  }
}
