package io.brokerbench.measurement;

import io.brokerbench.results.Verdict;
import io.brokerbench.results.Verdict.Status;

/**
 * The rules that make a run SUSPECT or INVALID, in the order of the table in docs/METRICS.md, which
 * explains each. Every reason from {@link Judge} belongs to one of them.
 */
enum Rule {
  CLUSTER_FAULT("cluster.fault", Status.INVALID),
  BROKER_INCIDENT("cluster.incident", Status.SUSPECT),
  INTERRUPTED(Verdict.Reason.INTERRUPTED, Status.SUSPECT),
  ABORTED(Verdict.Reason.ABORTED, Status.INVALID),
  NOTHING_SENT("load.nothing-sent", Status.INVALID),
  RATE_MISSED("load.rate-missed", Status.INVALID, "limits.achieved"),
  WINDOW_FULL("load.window-full", Status.SUSPECT, "limits.achieved"),
  DRIFT("load.drift", Status.SUSPECT, "limits.drift"),
  FAILURES("load.failures", Status.SUSPECT, "limits.failures"),
  FAILURES_TENFOLD("load.failures-tenfold", Status.INVALID, "limits.failures"),
  LATENCY_OUT_OF_RANGE("latency.out-of-range", Status.SUSPECT),
  NOT_AUDITED("audit.not-done", Status.INVALID),
  NO_AUDIT("audit.missing", Status.SUSPECT),
  BROKER_COUNT("audit.broker-count", Status.INVALID),
  BROKER_COUNT_ONE_WAY("audit.broker-count-one-way", Status.SUSPECT, "limits.failures"),
  NO_REPLICA_COUNT("audit.replica-missing", Status.SUSPECT),
  REPLICA_COUNT("audit.replica-count", Status.INVALID),
  LOST("audit.lost", Status.INVALID),
  LOST_AT_MOST_ONCE("audit.lost-at-most-once", Status.SUSPECT),
  LOST_ONE_WAY("audit.lost-one-way", Status.SUSPECT),
  PHANTOM("audit.phantom", Status.INVALID),
  CORRUPT("audit.corrupt", Status.INVALID),
  UNEXPECTED("audit.unexpected", Status.INVALID),
  REORDERED("audit.reordered", Status.INVALID),
  DUPLICATED("audit.duplicated", Status.SUSPECT),
  DUPLICATED_EXACTLY_ONCE("audit.duplicated-exactly-once", Status.INVALID),
  UNRESOLVED("audit.unresolved", Status.INVALID),
  NOTHING_RECEIVED("consume.nothing-received", Status.INVALID),
  GENERATOR_UNKNOWN("generator.unknown", Status.SUSPECT),
  GENERATOR_CPU("generator.cpu", Status.INVALID, "limits.generator-cpu"),
  GENERATOR_LIMITS("generator.limits", Status.SUSPECT),
  GENERATOR_STARVED("generator.starved", Status.SUSPECT, "limits.generator-starved"),
  GENERATOR_GC("generator.gc", Status.SUSPECT, "limits.gc"),
  GENERATOR_HICCUPS("generator.hiccups", Status.SUSPECT, "limits.hiccup-p99"),
  FOREIGN_CPU("host.foreign-cpu", Status.SUSPECT, "limits.foreign-cpu"),
  STEAL("host.steal", Status.SUSPECT, "limits.steal"),
  SOURCE_LOST("brokers.source-lost", Status.SUSPECT, "limits.figures-age"),
  SOURCE_IDLE("brokers.source-idle", Status.SUSPECT);

  private final String code;
  private final Status status;
  private final String limit;

  Rule(String code, Status status) {
    this(code, status, "");
  }

  Rule(String code, Status status, String limit) {
    this.code = code;
    this.status = status;
    this.limit = limit;
  }

  /** Stable name of the rule, starting with its area. */
  String code() {
    return code;
  }

  /** Minimum status of a run that breaks the rule. */
  Status status() {
    return status;
  }

  /** Key of the setting with its limit; empty if there is none. */
  String limit() {
    return limit;
  }
}
