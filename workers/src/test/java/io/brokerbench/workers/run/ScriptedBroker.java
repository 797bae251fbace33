package io.brokerbench.workers.run;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.ClusterFactory;
import io.brokerbench.driver.ClusterPlan;
import io.brokerbench.driver.Completion;
import io.brokerbench.driver.DaemonThreads;
import io.brokerbench.driver.Driver;
import io.brokerbench.driver.DriverFactory;
import io.brokerbench.driver.Outgoing;
import io.brokerbench.driver.Producer;
import io.brokerbench.driver.Seat;
import io.brokerbench.driver.Session;
import io.brokerbench.driver.memory.MemoryBroker;
import io.brokerbench.driver.memory.MemoryScript;
import io.brokerbench.driver.memory.NoClusterFactory;
import io.brokerbench.record.MessageHeader;
import io.brokerbench.record.SendOutcome;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsReader;
import io.brokerbench.workload.Workload;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The driver {@code scripted}: a broker in memory that treats each message by its name, so that the
 * same happens to a message however the senders are dealt to processes.
 */
public final class ScriptedBroker implements DriverFactory, ClusterFactory {

  /** Far above what a busy machine adds to a latency. */
  static final long DELAY_NANOS = 6_000_000_000L;

  /** What happens to a message. */
  enum Fate {
    NONE,
    /** Its answer comes this long after its intended time. */
    DELAYED,
    /** It is acknowledged, but not stored. */
    LOST,
    /** It is stored twice. */
    DUPLICATED;

    /** Ten percent may be delayed; with faults, five percent are lost and five are duplicated. */
    static Fate of(int producer, long sequence, boolean faults) {
      return switch ((int) ((7L * producer + sequence) % 20)) {
        case 3, 13 -> DELAYED;
        case 8 -> faults ? LOST : NONE;
        case 19 -> faults ? DUPLICATED : NONE;
        default -> NONE;
      };
    }
  }

  @Override
  public String name() {
    return "scripted";
  }

  @Override
  public String driver() {
    return name();
  }

  @Override
  public void addDefaults(SettingsReader reader) {
    reader.defaults(getClass(), "scripted.yaml");
  }

  @Override
  public List<String> hosts() {
    return List.of("none");
  }

  @Override
  public ClusterPlan plan(String host, Settings settings) {
    return progress -> NoClusterFactory.NO_CLUSTER;
  }

  @Override
  public Driver configure(Settings settings, Workload workload) {
    String admitted = settings.text("scripted.admits");
    int password = settings.text("scripted.password").hashCode();
    return new ScriptedDriver(
        workload,
        admitted.isEmpty() || admitted.equals(String.valueOf(password)),
        settings.flag("scripted.delays"),
        settings.flag("scripted.faults"),
        (int) settings.integer("scripted.lost-topic", -1, 100),
        settings.flag("scripted.mute"),
        (int) settings.integer("scripted.unreachable", -1, 100),
        settings.text("scripted.log"));
  }

  private record ScriptedDriver(
      Workload workload,
      boolean admitted,
      boolean delays,
      boolean faults,
      int lostTopic,
      boolean mute,
      int unreachable,
      String log)
      implements Driver {

    private static final String NO_LOG = "none";

    @Override
    public boolean reachesOneCluster() {
      return false;
    }

    @Override
    public Session connect(Cluster cluster, Seat seat, Consumer<String> progress)
        throws BrokerException {
      if (!admitted) {
        throw new BrokerException("the password is wrong");
      }
      if (seat.senders().contains(unreachable)) {
        throw new BrokerException("no route to the broker");
      }
      Queue<String> given = new ConcurrentLinkedQueue<>();
      Session honest = new MemoryBroker(Clock.system(), MemoryScript.honest()).session(workload);
      ScheduledExecutorService answers =
          Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("scripted-answers"));
      return (Session)
          Proxy.newProxyInstance(
              ScriptedBroker.class.getClassLoader(),
              new Class<?>[] {Session.class},
              (proxy, method, arguments) -> {
                if (method.getName().equals("producer")) {
                  return new ScriptedProducer(
                      honest.producer((Integer) arguments[0]), this, answers, given);
                }
                if (method.getName().equals("close")) {
                  answers.shutdownNow();
                  write(given);
                }
                return method.invoke(honest, arguments);
              });
    }

    boolean isLogged() {
      return !log.equals(NO_LOG);
    }

    private void write(Queue<String> given) {
      if (given.isEmpty()) {
        return;
      }
      try {
        Path unused = Files.write(Files.createTempFile(Path.of(log), "answers", ".csv"), given);
        given.clear();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private record ScriptedProducer(
      Producer honest, ScriptedDriver driver, ScheduledExecutorService answers, Queue<String> given)
      implements Producer {

    @Override
    public void send(Outgoing[] messages, Completion asked) {
      if (driver.mute) {
        return;
      }
      if (messages[0].topic == driver.lostTopic) {
        asked.complete(SendOutcome.ACKED, "OK");
        return;
      }
      MessageHeader header = MessageHeader.read(messages[0].body).orElseThrow();
      Completion completion = driver.isLogged() ? logged(header, asked) : asked;
      switch (Fate.of(header.producer(), header.sequence(), driver.faults)) {
        case NONE -> honest.send(messages, completion);
        case DELAYED ->
            honest.send(
                messages,
                driver.delays
                    ? (outcome, kind) -> later(header, completion, outcome, kind)
                    : completion);
        case LOST -> completion.complete(SendOutcome.ACKED, "OK");
        case DUPLICATED -> {
          honest.send(messages, (outcome, kind) -> {});
          honest.send(messages, completion);
        }
      }
    }

    /** Sender, sequence, intended time, and the times before and after the answer was taken. */
    private Completion logged(MessageHeader header, Completion asked) {
      return (outcome, kind) -> {
        long fromNanos = Clock.system().nanoTime();
        asked.complete(outcome, kind);
        given.add(
            Text.of(
                "%d,%d,%d,%d,%d",
                header.producer(),
                header.sequence(),
                header.intendedNanos(),
                fromNanos,
                Clock.system().nanoTime()));
      };
    }

    private void later(
        MessageHeader header, Completion completion, SendOutcome outcome, String kind) {
      long left = header.intendedNanos() + DELAY_NANOS - Clock.system().nanoTime();
      var unused =
          answers.schedule(() -> completion.complete(outcome, kind), left, TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
      honest.close();
    }
  }
}
