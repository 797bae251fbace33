package io.brokerbench.measurement;

import io.brokerbench.record.OrderCheck;
import io.brokerbench.record.Reconciliation;
import io.brokerbench.results.BrokerCounts;
import io.brokerbench.results.Consumption.DrainEnd;
import io.brokerbench.results.Transactions;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Filter;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Judges whether all messages of a run are accounted for: by the counts of the brokers, by the
 * messages received, and by the check-backs of transactions. For one thread, once.
 */
final class AuditJudge {

  private final RunSetup setup;
  private final Measurement run;
  private final boolean cutShort;
  private final BrokerAudit audit;
  private final @Nullable Received received;
  private final @Nullable Transactions transactions;
  private final VerdictBuilder verdict;

  /** Creates a judge of an audit that was done; it adds its findings to the verdict. */
  AuditJudge(CompletedRun result, VerdictBuilder verdict) {
    this.setup = result.setup();
    this.run = result.measurement();
    this.cutShort = !result.cutShort().isEmpty();
    this.audit = result.audit();
    this.received = result.received();
    this.transactions = result.transactions();
    this.verdict = verdict;
  }

  void judge() {
    counts();
    reception();
    transactions();
  }

  private void counts() {
    if (audit.equals(BrokerAudit.NOTHING_SENT)) {
      return;
    }
    if (audit.unasked() != null && audit.brokerCount().isPresent()) {
      verdict.found(Rule.NO_AUDIT, "no audit of the replica: " + audit.unasked().text());
    } else if (audit.unasked() != null) {
      withoutCount(audit.unasked());
    }
    if (audit.brokerCount().isPresent() && !audit.agreesWithBroker()) {
      verdict.found(
          Rule.BROKER_COUNT,
          "the brokers hold %,d messages; %,d were acknowledged and %,d more are unknown",
          audit.brokerCount().orElse(-1),
          audit.acked(),
          audit.unknown());
    }
    for (Map.Entry<String, BrokerCounts> broker : audit.brokers().entrySet()) {
      BrokerCounts counts = broker.getValue();
      if (counts.disagrees()) {
        verdict.found(
            Rule.BROKER_COUNT,
            "the broker %s holds %,d messages; %,d were acknowledged and %,d more are unknown",
            broker.getKey(),
            Objects.requireNonNull(counts.held()),
            counts.acked(),
            counts.unknown());
      }
    }
    audit
        .joined()
        .forEach(
            (broker, messages) ->
                verdict.found(
                    Rule.BROKER_JOINED,
                    "the broker %s joined the cluster during the run and holds %,d messages; they"
                        + " are counted, but what its acknowledgements guarantee is unknown:"
                        + " repeat the run",
                    broker,
                    messages));
    double sent = (double) run.allCounts().successCount();
    if (!setup.promise().acknowledged()
        && !cutShort
        && audit.brokerCount().isPresent()
        && audit.brokerCount().getAsLong() < (1 - setup.workload().limits().failures()) * sent) {
      verdict.found(
          Rule.BROKER_COUNT_ONE_WAY,
          "the brokers hold %,d of %,.0f messages sent one way",
          audit.brokerCount().getAsLong(),
          sent);
    }
    if (setup.promise().copies() > 1
        && audit.replicaReported()
        && audit.replicaCount().isEmpty()
        && audit.unasked() == null) {
      verdict.found(
          Rule.NO_REPLICA_COUNT,
          "no audit of the replica: %s",
          audit.joined().isEmpty()
              ? "it does not report its count"
              : Text.of(
                  "brokers that joined the cluster during the run (%s) may have none",
                  String.join(", ", audit.joined().keySet())));
    }
    if (setup.promise().copies() > 1 && !audit.replicaHoldsAcked()) {
      verdict.found(
          Rule.REPLICA_COUNT,
          "the replica holds %,d messages of %,d acknowledged",
          audit.replicaCount().orElse(-1),
          audit.acked());
    }
  }

  /** Reconciliation by name is stronger than a count, but does not cover replicas. */
  private void withoutCount(MissingCount missing) {
    boolean copies = setup.promise().copies() > 1 && audit.replicaReported();
    if (received != null && isByName(received) && !copies) {
      verdict.note("the audit is by name alone: " + missing.text());
    } else if (received == null && setup.promise().acknowledged() && !missing.countable()) {
      verdict.note(
          "acknowledgements were not audited: " + missing.text() + ", and nothing was consumed");
    } else {
      verdict.found(Rule.NO_AUDIT, "no audit: " + missing.text());
    }
  }

  /** Whether it is known for each message by its name whether all groups received it. */
  private boolean isByName(Received received) {
    return setup.workload().consumption().filter().type() == Filter.Type.NONE
        && received.drainEndedBy() != DrainEnd.STOPPED
        && received.groups().stream()
            .allMatch(
                group ->
                    group.reconciliation() != null && group.reconciliation().unselected() == 0);
  }

  private void reception() {
    if (received == null) {
      return;
    }
    for (Received.Group group : received.groups()) {
      reception(group, received.ofSeveral() ? Text.of("group %s: ", group.name()) : "");
    }
  }

  /** {@code whose} is the start of every reason. */
  private void reception(Received.Group group, String whose) {
    // A small number of messages may be sent before the first is received, or is to be delivered.
    boolean later =
        setup.workload().load().messages() > 0 || setup.workload().message().deliversLater();
    if (group.perSecond() == 0 && !(later && group.counts().messages() > 0)) {
      verdict.found(Rule.NOTHING_RECEIVED, "%sno message was received in the measured time", whose);
    }
    verdict.foundIf(
        group.counts().corruptDeliveries(),
        Rule.CORRUPT,
        whose,
        "messages came with a wrong checksum");
    verdict.foundIf(
        group.counts().unexpected(), Rule.UNEXPECTED, whose, "messages came that were never sent");
    Reconciliation reconciliation = group.reconciliation();
    if (reconciliation == null) {
      return;
    }
    if (setup.promise().atMostOnce() && reconciliation.lost().size() > 0) {
      verdict.found(
          Rule.LOST_AT_MOST_ONCE,
          "%s%,d acknowledged messages were never received, as this delivery allows",
          whose,
          reconciliation.lost().size());
    } else {
      verdict.foundIf(
          reconciliation.lost().size(),
          Rule.LOST,
          whose,
          "acknowledged messages were never received" + unconsumed(group));
    }
    verdict.foundIf(
        reconciliation.phantom().size(),
        Rule.PHANTOM,
        whose,
        "messages came that were rejected, rolled back or not wanted");
    if (!setup.promise().acknowledged() && !cutShort) {
      verdict.foundIf(
          reconciliation.indeterminate().size(),
          Rule.LOST_ONE_WAY,
          whose,
          Text.of("of %,d messages sent one way were never received", run.allCounts().attempted()));
    }
    OrderCheck.Counts order = group.counts().order();
    if (order != null) {
      verdict.foundIf(
          order.reordered(), Rule.REORDERED, whose, "messages came out of their queue's order");
      if (order.reordered() == 0) {
        verdict.foundIf(
            order.reorderedInShard(),
            Rule.REORDERED,
            whose,
            "messages came out of their stream's order, which is spread over several queues");
      }
    }
    verdict.foundIf(
        Objects.requireNonNull(group.receipts()).duplicates().size(),
        setup.promise().exactlyOnce() ? Rule.DUPLICATED_EXACTLY_ONCE : Rule.DUPLICATED,
        whose,
        "messages came more than once");
  }

  private String unconsumed(Received.Group group) {
    long messages = group.unconsumed(audit.brokerCount());
    return messages == 0
        ? ""
        : Text.of(", while the brokers hold %,d that the group has not consumed", messages);
  }

  private void transactions() {
    // A run that is stopped does not wait for check-backs, and those that a lost worker answered
    // are not known.
    if (transactions != null
        && !cutShort
        && !Objects.equals(audit.unasked(), MissingCount.LOST_WORKER)) {
      verdict.foundIf(
          Math.max(0, transactions.unresolved()),
          Rule.UNRESOLVED,
          "",
          "transactions ended unknown and had no check-back");
    }
  }
}
