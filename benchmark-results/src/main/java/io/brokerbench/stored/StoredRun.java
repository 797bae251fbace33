package io.brokerbench.stored;

import com.fasterxml.jackson.databind.JsonNode;
import io.brokerbench.file.BadInputException;
import io.brokerbench.results.Audit;
import io.brokerbench.results.Fsync;
import io.brokerbench.results.LimitStep;
import io.brokerbench.results.LoadOutcome;
import io.brokerbench.results.ProcessFigure.ProcessUse;
import io.brokerbench.results.Promise;
import io.brokerbench.results.RunFile;
import io.brokerbench.results.RunResult;
import io.brokerbench.results.SchemaVersion.UnsupportedVersionException;
import io.brokerbench.results.Verdict;
import io.brokerbench.units.Causes;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A stored run with the facts by which runs are compared.
 *
 * @param directory the result directory
 * @param result content of its {@code run.json}
 * @param settings all settings of the run by dotted key
 */
public record StoredRun(Path directory, RunResult result, SortedMap<String, String> settings) {

  private static final String IN_FLIGHT = "load.in-flight";

  /** Products by the names that drivers and brokers have in results. */
  private static final Map<String, String> PRODUCTS =
      Map.of("rocketmq", "RocketMQ", "rabbitmq", "RabbitMQ", "hivemq", "HiveMQ CE", "emqx", "EMQX");

  /** Creates a run with the settings of its result. */
  public StoredRun(Path directory, RunResult result) {
    this(directory, result, result.settings());
  }

  /**
   * Reads a result directory.
   *
   * @throws BadInputException if its {@code run.json} cannot be read
   */
  public static StoredRun read(Path directory) throws BadInputException {
    Path file = directory.resolve(RunFile.NAME);
    try {
      return new StoredRun(directory, RunFile.read(file));
    } catch (UnsupportedVersionException e) {
      throw new BadInputException(Text.of("%s: %s", file, e.getMessage()));
    } catch (IOException e) {
      throw new BadInputException(Text.of("%s cannot be read: %s", file, Causes.line(e)));
    }
  }

  /**
   * The steps of the limit of sends in flight, each as if it were a run of its own with that limit;
   * this run alone if its limit did not change. Directory, verdict, audit and resources are those
   * of the whole run; the brokers' figures of a step are unknown.
   */
  public List<StoredRun> steps() {
    List<LimitStep> steps = result.steps();
    if (steps == null) {
      return List.of(this);
    }
    return steps.stream()
        .map(
            step -> {
              SortedMap<String, String> of = new TreeMap<>(settings);
              of.put(IN_FLIGHT, step.inFlight());
              return new StoredRun(directory, result.of(step), of);
            })
        .toList();
  }

  /** The command that produced the run: producer, consumer, ... */
  public String tool() {
    return result.tool();
  }

  public Verdict verdict() {
    return result.verdict();
  }

  /** The guarantee of an acknowledgement in this run. */
  public Promise.Level promise() {
    return result.promise().level();
  }

  /** Product and release of the brokers, as in "RocketMQ 5.5.0"; without a release if unknown. */
  public String product() {
    return (productName() + " " + release()).strip();
  }

  /** Product of the brokers, as in "RocketMQ". */
  public String productName() {
    String name = firstBroker().path("product").asText(settings.getOrDefault("driver", "broker"));
    return PRODUCTS.getOrDefault(name.toLowerCase(Locale.ROOT), name);
  }

  /** Release of the brokers, as in "5.5.0"; empty if unknown. */
  public String release() {
    return firstBroker().path("release").asText("");
  }

  private JsonNode firstBroker() {
    return result.environment().brokers().path(0);
  }

  /** The facts other than settings on which the figures depend: name to value. */
  public SortedMap<String, String> environment() {
    return EnvironmentFacts.of(result.environment());
  }

  /** Bytes written per message by all brokers; empty if unknown. */
  public OptionalDouble writtenPerMessage() {
    return result.resources().ofBrokers(ProcessUse::bytesWrittenPerMessage);
  }

  /** The fsync figures of the brokers' disk; empty if it was not measured. */
  public Optional<Fsync> fsync() {
    return Optional.ofNullable(result.fsync());
  }

  /** The effect of a load that was offered at a rate and consumed at the same time; else empty. */
  public Optional<LoadOutcome> flow() {
    return Optional.ofNullable(result.throughput().flow());
  }

  /** The limit of sends in flight, such as {@code 3 each}; empty unless the setting is a share. */
  public Optional<String> inFlightLimit() {
    return settings.getOrDefault(IN_FLIGHT, "").endsWith("%")
        ? Optional.ofNullable(result.throughput().inFlight())
        : Optional.empty();
  }

  /** Number of consumer groups, each of which receives every message. */
  public int consumerGroups() {
    return Integer.parseInt(settings.getOrDefault("consume.groups", "1"));
  }

  public AuditFindings audit() {
    return AuditFindings.of(result.audit(), result.promise().acknowledged());
  }

  /** Whether a signal ended the run early. */
  public boolean cutShort() {
    return verdict().breaks(Verdict.Reason.INTERRUPTED);
  }

  /** Whether the figures may be used: the run is not invalid. */
  public boolean usable() {
    return verdict().status() != Verdict.Status.INVALID;
  }

  /**
   * The broken promise of acknowledgements and the missed requirements, one line each, with the
   * name of the directory; none of a run that is INVALID.
   */
  public List<String> missed() {
    if (!usable()) {
      return List.of();
    }
    List<String> missed = new ArrayList<>();
    result.brokenPromise().ifPresent(broken -> missed.add("broken promise: " + broken));
    result.missed().forEach(each -> missed.add("requirement missed: " + each.text()));
    return missed.stream().map(each -> directory.getFileName() + ": " + each).toList();
  }

  /** The name of the directory with the reasons of the verdict. */
  public String nameWithReasons() {
    List<String> reasons = verdict().texts();
    return directory.getFileName() + (reasons.isEmpty() ? "" : ": " + String.join("; ", reasons));
  }

  /**
   * The findings of a run's audit.
   *
   * @param done whether brokers or consumers could be compared with the producers at all
   * @param findings kinds of anomalous messages with their numbers; empty if there are none
   */
  public record AuditFindings(boolean done, List<String> findings) {

    static AuditFindings of(Audit audit, boolean acknowledged) {
      boolean byName =
          audit.delivered() != null && (audit.unselected() == null || audit.unselected() == 0);
      if (audit.agreesWithBroker() == null && !byName) {
        return new AuditFindings(false, List.of());
      }
      List<String> findings = new ArrayList<>();
      if (!acknowledged) {
        // Without acknowledgements, messages that never arrived are the lost ones.
        add(findings, "never came", audit.indeterminate());
      }
      add(findings, "lost", audit.lost());
      add(findings, "duplicated", audit.duplicated());
      add(findings, "phantom", audit.phantom());
      add(findings, "corrupt", audit.corrupt());
      add(findings, "reordered", audit.reordered());
      if (Long.valueOf(0).equals(audit.reordered())) {
        add(findings, "reordered in their stream", audit.reorderedInShard());
      }
      add(findings, "unexpected", audit.unexpected());
      if (Boolean.FALSE.equals(audit.agreesWithBroker())) {
        findings.add("disagrees with the brokers");
      }
      return new AuditFindings(true, findings);
    }

    private static void add(List<String> findings, String kind, @Nullable Long messages) {
      if (messages != null && messages > 0) {
        findings.add(Text.of("%s %,d", kind, messages));
      }
    }

    /** Whether the audit was done and found nothing. */
    public boolean clean() {
      return done && findings.isEmpty();
    }

    /** The text for display: {@code clean}, {@code not done}, or the findings. */
    public String text() {
      return !done ? "not done" : findings.isEmpty() ? "clean" : String.join(", ", findings);
    }
  }
}
