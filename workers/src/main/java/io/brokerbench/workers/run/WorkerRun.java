package io.brokerbench.workers.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.brokerbench.clock.Chrony;
import io.brokerbench.clock.Clock;
import io.brokerbench.clock.ClockOffset;
import io.brokerbench.clock.ClockStamp;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Node;
import io.brokerbench.driver.Seat;
import io.brokerbench.driver.Session;
import io.brokerbench.fault.SentMessages;
import io.brokerbench.generator.Flip;
import io.brokerbench.generator.LocalClients;
import io.brokerbench.generator.RunBooks;
import io.brokerbench.generator.RunClients.DrainGoal;
import io.brokerbench.load.BrokerTime;
import io.brokerbench.load.Recording;
import io.brokerbench.load.Timeline;
import io.brokerbench.record.PhasedRecords;
import io.brokerbench.record.page.PageStore;
import io.brokerbench.run.Experiment;
import io.brokerbench.sample.RemoteNodes;
import io.brokerbench.sample.ResourceSampler;
import io.brokerbench.workers.link.LinkListener;
import io.brokerbench.workers.link.LinkLostException;
import io.brokerbench.workers.link.WorkerLink;
import io.brokerbench.workers.protocol.BooksEnd;
import io.brokerbench.workers.protocol.ClientCounts;
import io.brokerbench.workers.protocol.ClockReading;
import io.brokerbench.workers.protocol.Command;
import io.brokerbench.workers.protocol.End;
import io.brokerbench.workers.protocol.Expected;
import io.brokerbench.workers.protocol.FlipReport;
import io.brokerbench.workers.protocol.Report;
import io.brokerbench.workers.protocol.RunOrder;
import io.brokerbench.workers.protocol.SentToBroker;
import io.brokerbench.workers.protocol.Status;
import io.brokerbench.workers.protocol.UseClock;
import io.brokerbench.workload.InFlight;
import io.brokerbench.workload.SettingsException;
import io.brokerbench.workload.SettingsReader;
import io.brokerbench.workload.Workload;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One run on a worker: the controller's commands, one after the other. For one thread, once. */
final class WorkerRun implements LinkListener {

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final Command END = Command.newBuilder().setEnd(End.getDefaultInstance()).build();

  private final RunOrder order;
  private final WorkerLink link;
  private final Clock clock;
  private final int clockId;
  private final BlockingDeque<Command> commands = new LinkedBlockingDeque<>();
  private volatile ClockStamp stamp;
  private volatile @Nullable LocalClients clients;
  private @Nullable SentMessages messages;

  /**
   * A run that has not started.
   *
   * @param clock of this machine
   * @param clockId {@link ClockStamp#ownId()} of that clock
   */
  WorkerRun(RunOrder order, WorkerLink link, Clock clock, int clockId) {
    this.order = order;
    this.link = link;
    this.clock = clock;
    this.clockId = clockId;
    this.stamp = new ClockStamp(clockId, clock.nanoTime(), 0, ClockOffset.UNKNOWN.errorNanos());
  }

  /** Runs until the controller ends it or is lost. */
  void run() throws InterruptedException, LinkLostException {
    link.listen(this);
    Seat seat =
        new Seat(
            new Seat.Span(order.getSenders().getFrom(), order.getSenders().getTo()),
            new Seat.Span(order.getClients().getFrom(), order.getClients().getTo()),
            order.getRun());
    try (PageStore store = new PageStore()) {
      Experiment.Part part = Experiment.part(settings());
      messages = order.getKeepMessages() ? SentMessages.of(part.workload(), clock) : null;
      try (Session session = part.driver().connect(cluster(), seat, this::step);
          LocalClients made =
              new LocalClients(
                  part.workload(), seat, order.getNumber(), session, recording(store, session))) {
        clients = made;
        report(0, Report.newBuilder().setReady(RunWire.ready(Chrony.tracking())));
        Work work = new Work(made, session, part);
        try (StatusTicker ticker = new StatusTicker(work)) {
          ticker.start();
          obey(work);
        } finally {
          made.stop();
        }
      }
    } catch (SettingsException e) {
      fail(0, String.join("; ", e.problems()));
    } catch (BrokerException e) {
      fail(0, String.valueOf(e.getMessage()));
    }
  }

  /** Senders and consumers of all workers have the controller's clock in common. */
  private Recording recording(PageStore store, Session session) {
    return new Recording(
        new PhasedRecords(store),
        new Timeline(clock.nanoTime()),
        clock,
        () -> stamp,
        new BrokerTime(clock, session),
        messages);
  }

  /** The settings of the user; the results are the controller's. */
  private SettingsReader settings() {
    SettingsReader reader = Workload.defaults().environment(System.getenv());
    order.getSettingsMap().forEach((key, value) -> reader.set(key, value, "the controller"));
    return reader.set(
        "output.directory", System.getProperty("java.io.tmpdir", "."), "the controller");
  }

  private JoinedCluster cluster() throws BrokerException {
    try {
      return new JoinedCluster(
          order.getClusterAddress(),
          MAPPER.readValue(order.getClusterFacts(), new TypeReference<Map<String, Object>>() {}),
          Optional.of(order.getAuthority()).filter(authority -> !authority.isEmpty()));
    } catch (JsonProcessingException e) {
      throw new BrokerException("the facts about the cluster are not JSON", e);
    }
  }

  /** What the commands are about. */
  private final class Work implements StatusTicker.Source {
    private final LocalClients clients;
    private final Session session;
    private final boolean oneCluster;
    private final boolean backlog;
    private final ResourceSampler sampler;

    Work(LocalClients clients, Session session, Experiment.Part part) {
      this.clients = clients;
      this.session = session;
      this.oneCluster = part.driver().reachesOneCluster();
      this.backlog = part.workload().consumption().backlog().isPresent();
      this.sampler = new ResourceSampler(clock, List.of(), RemoteNodes.NONE);
    }

    @Override
    public Status status() {
      return WorkerRun.status(clients);
    }

    /** The end of a drain, and that of a backlog, depend on them. */
    @Override
    public boolean countsAreAwaited() {
      Timeline timeline = clients.timeline();
      return backlog || timeline.stopped() || clock.nanoTime() >= timeline.endNanos();
    }

    @Override
    public void report(Status status) throws LinkLostException, InterruptedException {
      WorkerRun.this.report(0, Report.newBuilder().setStatus(status));
    }
  }

  /** Carries out commands until the last one. */
  private void obey(Work work) throws InterruptedException, LinkLostException {
    while (true) {
      Command command = commands.take();
      if (command.hasEnd()) {
        return;
      }
      try {
        report(command.getId(), answer(command, work));
      } catch (BrokerException e) {
        fail(command.getId(), String.valueOf(e.getMessage()));
      }
    }
  }

  private Report.Builder answer(Command command, Work work)
      throws BrokerException, InterruptedException, LinkLostException {
    LocalClients mine = work.clients;
    switch (command.getContentCase()) {
      case START_CONSUMERS -> mine.startConsumers();
      case START_SENDERS -> {
        mine.discardPauses();
        mine.startAt(command.getStartSenders().getStartNanos());
        mine.startSenders();
      }
      case STOP_SENDERS ->
          mine.stopSenders(clock.nanoTime() + command.getStopSenders().getWithinNanos());
      case STOP_CONSUMERS -> mine.stopConsumers();
      case TAKE_FLIP -> {
        return Report.newBuilder()
            .setFlip(flip(work, command.getTakeFlip().getReportAfterMillis()));
      }
      case COUNT_EXPECTED -> {
        DrainGoal goal = mine.drainGoal();
        return Report.newBuilder()
            .setExpected(
                Expected.newBuilder()
                    .setVisible(goal.messages().visible())
                    .setUncertain(goal.messages().uncertain())
                    .setResolutions(goal.resolutions()));
      }
      case SEND_BOOKS -> {
        sendBooks(command.getId(), mine);
        return Report.newBuilder().setBooksEnd(booksEnd(work));
      }
      default -> throw new IllegalArgumentException("a command of another version: " + command);
    }
    return Report.newBuilder().setStatus(status(mine));
  }

  private FlipReport flip(Work work, long reportAfterMillis) throws InterruptedException {
    work.clients.cut();
    Flip flip = work.clients.flip().orElseThrow();
    FlipReport.Builder report =
        FlipReport.newBuilder()
            // First, so that a message that arrives in between does not count as missing.
            .setAwaited(work.clients.awaited().orElse(-1))
            .setAtEnd(status(work.clients));
    awaitCommand(reportAfterMillis);
    report
        .putAllWarmup(RunWire.latencies(flip.warmup()))
        .putAllMeasured(RunWire.latencies(flip.measured()))
        .setHiccups(RunWire.durations(flip.hiccups()))
        .putAllFigures(work.clients.figures())
        .addAllIncidents(work.clients.incidents())
        .setMachine(RunWire.machine(work.sampler.sample()));
    flip.errorNanos().forEach((metric, nanos) -> report.putErrorNanos(metric.name(), nanos));
    work.clients.packBooks();
    // Last, because a status of its own may be sent meanwhile, and would be newer.
    return report.setStatus(status(work.clients)).build();
  }

  /** Waits for a command, which remains the next one. */
  private void awaitCommand(long atMostMillis) throws InterruptedException {
    Command next = commands.poll(atMostMillis, TimeUnit.MILLISECONDS);
    if (next != null) {
      commands.putFirst(next);
    }
  }

  private void sendBooks(long id, LocalClients mine)
      throws InterruptedException, LinkLostException {
    try {
      mine.transfer()
          .export(chunk -> sendPart(id, Report.newBuilder().setBook(ByteString.copyFrom(chunk))));
      SentMessages kept = messages;
      if (kept != null) {
        kept.export(
            chunk -> sendPart(id, Report.newBuilder().setMessages(ByteString.copyFrom(chunk))));
      }
    } catch (NotSentException e) {
      if (e.getCause() instanceof LinkLostException lost) {
        throw lost;
      }
      throw new InterruptedException();
    }
  }

  private void sendPart(long id, Report.Builder part) {
    try {
      report(id, part);
    } catch (LinkLostException e) {
      throw new NotSentException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new NotSentException(e);
    }
  }

  private static final class NotSentException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotSentException(Exception cause) {
      super(cause);
    }
  }

  private static BooksEnd booksEnd(Work work) throws BrokerException {
    BooksEnd.Builder end = BooksEnd.newBuilder();
    RunBooks books = work.clients.books();
    books
        .sendsByBroker()
        .forEach(
            (name, sends) ->
                end.putBrokers(
                    name,
                    SentToBroker.newBuilder()
                        .setAttempted(sends.attempted())
                        .setAcked(sends.acked())
                        .setRejected(sends.rejected())
                        .build()));
    var groups = books.groups();
    groups.forEach(
        group ->
            end.addGroups(ClientCounts.newBuilder().putAllCounts(group.clientCounts()).build()));
    if (!work.oneCluster) {
      end.addStored(work.session.storedCount().messages().orElse(0));
      for (int i = 0; i < groups.size(); i++) {
        end.addProgress(work.session.progress(i).orElse(0));
      }
    }
    return end.build();
  }

  private static Status status(LocalClients clients) {
    Status.Builder status =
        RunWire.status(clients.standing())
            .setSettled(clients.settled())
            .setQuantityEndedNanos(clients.quantityEndedNanos());
    try {
      clients.check();
    } catch (IllegalStateException e) {
      status.setFailure(String.valueOf(e.getMessage()));
    }
    return status.build();
  }

  @Override
  public void received(byte[] payload) {
    try {
      Command command = Command.parseFrom(payload);
      if (!obeyAtOnce(command)) {
        commands.add(command);
      }
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException("a command of another version", e);
    } catch (LinkLostException e) {
      // Learned by lost().
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Carries out what must not wait for earlier commands; returns whether that is all. */
  private boolean obeyAtOnce(Command command) throws LinkLostException, InterruptedException {
    switch (command.getContentCase()) {
      case READ_CLOCK -> readClock(command.getId());
      case TAKE_FLIP -> {
        readClock(command.getId());
        return false;
      }
      case USE_CLOCK -> use(command.getUseClock());
      case BOUNDARIES, END_AT, STEP_FROM, LIMIT, STOP -> {
        LocalClients mine = clients;
        if (mine != null) {
          steer(mine, command);
        }
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private void readClock(long id) throws LinkLostException, InterruptedException {
    report(
        id,
        Report.newBuilder()
            .setClock(ClockReading.newBuilder().setNanos(clock.nanoTime()).setClockId(clockId)));
  }

  private static void steer(LocalClients mine, Command command) {
    switch (command.getContentCase()) {
      case BOUNDARIES ->
          mine.measure(
              command.getBoundaries().getMeasuredFromNanos(),
              command.getBoundaries().getEndNanos());
      case END_AT -> mine.endAt(command.getEndAt().getNanos());
      case STEP_FROM -> mine.stepFrom(command.getStepFrom().getNanos());
      case LIMIT ->
          mine.limit(new InFlight(command.getLimit().getSends(), command.getLimit().getEach()));
      default -> mine.stop();
    }
  }

  private void use(UseClock given) {
    stamp =
        new ClockStamp(clockId, given.getAtNanos(), given.getAnchorNanos(), given.getErrorNanos());
  }

  private void step(String what) {
    try {
      report(0, Report.newBuilder().setStep(what));
    } catch (LinkLostException e) {
      // Learned by lost().
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void fail(long id, String reason) throws LinkLostException, InterruptedException {
    report(id, Report.newBuilder().setFailure(reason));
  }

  private void report(long id, Report.Builder report)
      throws LinkLostException, InterruptedException {
    link.send(report.setId(id).build().toByteArray());
  }

  @Override
  public void silent() {}

  @Override
  public void ended() {}

  @Override
  public void lost(String reason) {
    LocalClients mine = clients;
    if (mine != null) {
      mine.stop();
    }
    commands.add(END);
  }

  /**
   * The cluster of a run as a worker knows it from the controller.
   *
   * @param certificate of the brokers' authority; empty if there is none
   */
  private record JoinedCluster(
      String address, Map<String, Object> facts, Optional<String> certificate) implements Cluster {

    @Override
    public List<Node> nodes() {
      return List.of();
    }

    @Override
    public Optional<String> authority() {
      return certificate;
    }

    @Override
    public void close() {}
  }
}
