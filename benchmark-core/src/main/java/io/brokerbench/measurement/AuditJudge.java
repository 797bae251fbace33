package io.brokerbench.measurement;

import io.brokerbench.results.Audit;
import io.brokerbench.results.Audit.UnaskedCause;
import io.brokerbench.results.BrokerCounts;
import io.brokerbench.results.Consumption;
import io.brokerbench.results.Consumption.DrainEnd;
import io.brokerbench.results.Promise;
import io.brokerbench.results.RunResult;
import io.brokerbench.results.Transactions;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Filter;
import io.brokerbench.workload.Workload;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Judges whether all messages of a run are accounted for: by the counts of the brokers, by the
 * messages received, and by the check-backs of transactions. For one thread, once.
 */
final class AuditJudge {

  private final RunResult run;
  private final Workload workload;
  private final boolean cutShort;
  private final Promise promise;
  private final Audit audit;
  private final @Nullable Consumption consumption;
  private final VerdictBuilder verdict;

  /** Creates a judge of a run whose audit was done; it adds its findings to the verdict. */
  AuditJudge(RunResult run, Workload workload, VerdictBuilder verdict) {
    this.run = run;
    this.workload = workload;
    this.cutShort = run.interrupted() != null;
    this.promise = run.promise();
    this.audit = run.audit();
    this.consumption = run.consumption();
    this.verdict = verdict;
  }

  void judge() {
    // The counts of other senders are unknown.
    if (workload.load().threads() > 0) {
      counts();
    }
    reception();
    transactions();
  }

  private void counts() {
    Long held = audit.brokerCount();
    String unasked = audit.unasked();
    if (unasked != null && held != null) {
      missing("no audit of the replica: " + unasked);
    } else if (unasked != null) {
      withoutCount(unasked);
    }
    if (held != null) {
      count(held);
    }
    Objects.requireNonNullElse(audit.brokers(), Map.<String, BrokerCounts>of())
        .forEach(this::countOfOne);
    Objects.requireNonNullElse(audit.joined(), Map.<String, Long>of()).forEach(this::joined);
    if (held != null) {
      countOneWay(held);
    }
    if (promise.copies() > 1) {
      replica();
    }
  }

  private void count(long held) {
    if (Boolean.FALSE.equals(audit.agreesWithBroker())) {
      verdict.found(
          Rule.BROKER_COUNT,
          "the brokers hold %,d messages; %,d were acknowledged and %,d more are unknown",
          held,
          audit.acked(),
          audit.unknown());
    }
  }

  private void countOfOne(String broker, BrokerCounts counts) {
    if (counts.disagrees()) {
      verdict.found(
          Rule.BROKER_COUNT,
          "the broker %s holds %,d messages; %,d were acknowledged and %,d more are unknown",
          broker,
          Objects.requireNonNull(counts.held()),
          counts.acked(),
          counts.unknown());
    }
  }

  private void joined(String broker, long messages) {
    verdict.found(
        Rule.BROKER_JOINED,
        "the broker %s joined the cluster during the run and holds %,d messages; they are counted,"
            + " but what its acknowledgements guarantee is unknown: repeat the run",
        broker,
        messages);
  }

  private void countOneWay(long held) {
    double sent = (double) (audit.acked() + Objects.requireNonNullElse(audit.sentOneWay(), 0L));
    if (!promise.acknowledged() && !cutShort && held < (1 - workload.limits().failures()) * sent) {
      verdict.found(
          Rule.BROKER_COUNT_ONE_WAY,
          "the brokers hold %,d of %,.0f messages sent one way",
          held,
          sent);
    }
  }

  /** Judges the count of a replica that was promised. */
  private void replica() {
    Long held = audit.replicaCount();
    if (held == null && reportsReplica() && audit.unasked() == null) {
      verdict.found(Rule.NO_REPLICA_COUNT, "no audit of the replica: " + whyNoReplicaCount());
    }
    if (held != null && held < audit.acked()) {
      verdict.found(
          Rule.REPLICA_COUNT,
          "the replica holds %,d messages of %,d acknowledged",
          held,
          audit.acked());
    }
  }

  private String whyNoReplicaCount() {
    Map<String, Long> joined = audit.joined();
    return joined == null
        ? "it does not report its count"
        : Text.of(
            "brokers that joined the cluster during the run (%s) may have none",
            String.join(", ", joined.keySet()));
  }

  private boolean reportsReplica() {
    return Boolean.TRUE.equals(audit.replicaReported());
  }

  /** Reconciliation by name is stronger than a count, but does not cover replicas. */
  private void withoutCount(String unasked) {
    UnaskedCause cause = audit.unaskedCause();
    boolean copies = promise.copies() > 1 && reportsReplica();
    if (consumption != null && isByName(consumption) && !copies) {
      verdict.note("the audit is by name alone: " + unasked);
    } else if (consumption == null
        && promise.acknowledged()
        && cause != null
        && !cause.countable()) {
      verdict.note("acknowledgements were not audited: " + unasked + ", and nothing was consumed");
    } else {
      missing("no audit: " + unasked);
    }
  }

  /** A node that a planned fault has hit may be unable to answer. */
  private void missing(String text) {
    if (run.plannedFaults() != null && audit.unaskedCause() == UnaskedCause.FAILED) {
      verdict.note(text);
    } else {
      verdict.found(Rule.NO_AUDIT, text);
    }
  }

  /** Whether it is known for each message by its name whether all groups received it. */
  private boolean isByName(Consumption consumption) {
    return workload.consumption().filter().type() == Filter.Type.NONE
        && consumption.drainEndedBy() != DrainEnd.STOPPED
        && groups(consumption).values().stream().allMatch(group -> group.lost() != null)
        && Objects.equals(audit.unselected(), 0L);
  }

  /** The groups by name; a single one, whose name is not known, has the figures of all. */
  private Map<String, Consumption.Group> groups(Consumption consumption) {
    Map<String, Consumption.Group> groups = consumption.groups();
    return groups != null
        ? groups
        : Map.of(
            "",
            new Consumption.Group(
                consumption.deliveries(),
                consumption.messages(),
                run.throughput().receivedPerSecond(),
                audit.lost(),
                null,
                audit.consumerProgress(),
                audit.indeterminate(),
                audit.phantom(),
                audit.duplicated(),
                audit.corrupt(),
                audit.unexpected(),
                audit.reordered(),
                audit.reorderedInShard()));
  }

  private void reception() {
    if (consumption != null) {
      groups(consumption)
          .forEach(
              (name, group) -> reception(group, name.isEmpty() ? "" : Text.of("group %s: ", name)));
    }
  }

  /** {@code whose} is the start of every reason. */
  private void reception(Consumption.Group group, String whose) {
    // A small number of messages may be sent before the first is received, or is to be delivered.
    boolean later = workload.load().messages() > 0 || workload.message().deliversLater();
    Double perSecond = group.receivedPerSecond();
    if (perSecond != null && perSecond == 0 && !(later && group.messages() > 0)) {
      verdict.found(Rule.NOTHING_RECEIVED, "%sno message was received in the measured time", whose);
    }
    verdict.foundIf(group.corrupt(), Rule.CORRUPT, whose, "messages came with a wrong checksum");
    verdict.foundIf(
        group.unexpected(), Rule.UNEXPECTED, whose, "messages came that were never sent");
    Long lost = group.lost();
    if (lost == null) {
      return;
    }
    if (promise.atMostOnce() && lost > 0) {
      verdict.found(
          Rule.LOST_AT_MOST_ONCE,
          "%s%,d acknowledged messages were never received, as this delivery allows",
          whose,
          lost);
    } else {
      verdict.foundIf(
          lost, Rule.LOST, whose, "acknowledged messages were never received" + unconsumed(group));
    }
    verdict.foundIf(
        group.phantom(),
        Rule.PHANTOM,
        whose,
        "messages came that were rejected, rolled back or not wanted");
    if (!promise.acknowledged() && !cutShort) {
      verdict.foundIf(
          group.indeterminate(),
          Rule.LOST_ONE_WAY,
          whose,
          Text.of("of %,d messages sent one way were never received", audit.attempted()));
    }
    verdict.foundIf(
        group.reordered(), Rule.REORDERED, whose, "messages came out of their queue's order");
    if (Objects.equals(group.reordered(), 0L)) {
      verdict.foundIf(
          group.reorderedInShard(),
          Rule.REORDERED,
          whose,
          "messages came out of the order of their stream (message.shards), which is spread over"
              + " several queues");
    }
    verdict.foundIf(
        group.duplicated(),
        promise.exactlyOnce() ? Rule.DUPLICATED_EXACTLY_ONCE : Rule.DUPLICATED,
        whose,
        "messages came more than once");
  }

  private String unconsumed(Consumption.Group group) {
    Long held = audit.brokerCount();
    Long consumed = group.consumerProgress();
    return held == null || consumed == null || held <= consumed
        ? ""
        : Text.of(", while the brokers hold %,d that the group has not consumed", held - consumed);
  }

  private void transactions() {
    Transactions transactions = run.transactions();
    // A run that is stopped does not wait for check-backs, and those that a lost worker answered
    // are not known.
    if (transactions != null && !cutShort && audit.unaskedCause() != UnaskedCause.LOST_WORKER) {
      verdict.foundIf(
          Math.max(0, transactions.unresolved()),
          Rule.UNRESOLVED,
          "",
          "transactions ended unknown and had no check-back");
    }
  }
}
