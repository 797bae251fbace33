package io.brokerbench.workload;

import io.brokerbench.address.HostPort;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Load.SendMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The processes that generate the load, if they are others than this one.
 *
 * @param count number of workers; 0 for none
 * @param local whether they are started on this machine
 * @param address at which workers on other machines find this process
 * @param credentials directory with the certificates of both sides; empty for none
 * @param placement of consumers
 * @param shares of the load by the worker's name; 1 for workers without an entry
 */
public record WorkerSettings(
    int count,
    boolean local,
    HostPort address,
    Optional<Path> credentials,
    Placement placement,
    Map<String, Double> shares) {

  /** Which workers have consumers. */
  public enum Placement {
    /** Every worker sends and consumes. */
    MIXED,
    /** The first half of the workers sends, the others consume. */
    APART,
    /**
     * Each message is consumed by the worker that sent it: client number i of each group receives
     * what sender number i sends.
     */
    PAIRED
  }

  private static final int MAX_COUNT = 1_000;
  private static final String KEY = "workers.count";
  private static final String PLACEMENT = "workers.placement";

  public WorkerSettings {
    shares = Collections.unmodifiableMap(new TreeMap<>(shares));
  }

  static WorkerSettings read(
      Settings settings, Load load, MessageShape message, ConsumptionSettings consumption) {
    int count = (int) settings.integer(KEY, 0, MAX_COUNT);
    boolean local = settings.flag("workers.local");
    Optional<Path> credentials =
        settings.parsed("workers.credentials", WorkerSettings::credentials);
    Placement placement = settings.choice(PLACEMENT, Placement.class);
    WorkerSettings read =
        new WorkerSettings(
            count,
            local,
            settings.parsed("workers.listen", HostPort::parse),
            credentials,
            placement,
            settings.parsed("workers.shares", WorkerSettings::shares));
    int clients = consumption.any() ? consumption.clients() : 0;
    if (read.paired() && (clients != load.threads() || message.shards() > 0)) {
      settings.problem(
          PLACEMENT,
          Text.of(
              "paired needs as many consumer clients (consume.clients, %d) as senders"
                  + " (load.threads, %d), and no message.shards",
              clients, load.threads()));
    }
    if (read.paired() && message.topics().several()) {
      settings.problem(PLACEMENT, "must not be paired with several topics (topic.count)");
    }
    if (placement == Placement.APART && count > 0) {
      int parts = Math.min(2 * load.threads(), 2 * clients + 1);
      if (count < 2 || count > parts) {
        settings.problem(
            PLACEMENT,
            Text.of(
                "apart needs two workers or more, a sender (load.threads) for each of the first half,"
                    + " and a consumer client (consume.clients) for each of the others"));
      }
    } else if (count > Math.max(load.threads(), clients)) {
      settings.problem(
          KEY,
          Text.of(
              "must be at most %d: a worker needs a sender (load.threads) or a consumer client"
                  + " (consume.clients)",
              Math.max(load.threads(), clients)));
    }
    if (count > 0
        && load.mode() == SendMode.ASYNC
        && load.inFlight().steps().stream()
            .anyMatch(step -> step.limit().ofAll(load.threads()) < load.threads())) {
      settings.problem(
          "load.in-flight",
          Text.of(
              "must be at least %d (load.threads) with workers: each has its senders' part of it",
              load.threads()));
    }
    if (count > 0 && local && settings.isGiven("workers.listen")) {
      settings.problem("workers.listen", "is for workers that are started elsewhere");
    }
    return read;
  }

  /** Whether other processes generate the load. */
  public boolean any() {
    return count > 0;
  }

  /** Whether they were started elsewhere, and stay for the next of several runs. */
  public boolean stay() {
    return any() && !local;
  }

  /** Whether each client receives the messages of the sender with its number, and no others. */
  public boolean paired() {
    return placement == Placement.PAIRED;
  }

  private static Optional<Path> credentials(String text) {
    if (text.isBlank()) {
      return Optional.empty();
    }
    Path directory = Path.of(text);
    if (!Files.isDirectory(directory)) {
      throw new IllegalArgumentException(
          Text.of(
              "must be a directory that scripts/bench worker credentials made, got \"%s\"", text));
    }
    return Optional.of(directory);
  }

  private static Map<String, Double> shares(String text) {
    Map<String, Double> shares = new TreeMap<>();
    if (text.isBlank()) {
      return shares;
    }
    for (String each : text.split(",", -1)) {
      int equals = each.lastIndexOf('=');
      double share = -1;
      try {
        share = equals < 1 ? -1 : Double.parseDouble(each.substring(equals + 1).strip());
      } catch (NumberFormatException e) {
        // Reported below.
      }
      if (!(share > 0)
          || share > MAX_COUNT
          || shares.put(each.substring(0, equals).strip(), share) != null) {
        throw new IllegalArgumentException(
            Text.of(
                "must be the names of workers with their shares, such as a=2,b=1, each once, got"
                    + " \"%s\"",
                text));
      }
    }
    return shares;
  }
}
