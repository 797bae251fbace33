package io.brokerbench.measurement;

import io.brokerbench.results.Verdict;
import io.brokerbench.results.Verdict.Status;

/**
 * The rules that make a run SUSPECT or INVALID; the run breaks one if its sentence is true. Every
 * reason from {@link Judge} belongs to one of them. Each limit is the setting {@link #limit}.
 * docs/reference/verdicts.md is generated from this file.
 */
public enum Rule {
  /**
   * A broker process ended, or the cluster failed otherwise, before the end of the load and the
   * drain.
   */
  CLUSTER_FAULT("cluster.fault", Status.INVALID),

  /**
   * A planned fault was not injected: no node had the role, the node was down, the host refused, or
   * the load ended before; or it could not be undone.
   */
  FAULT_NOT_INJECTED("cluster.fault-not-injected", Status.INVALID),

  /** Brokers blocked or lost connections of the load. */
  BROKER_INCIDENT("cluster.incident", Status.SUSPECT),

  /**
   * A signal came before everything the run waits for had ended: load, settling, drain, audit; the
   * reason says where. A run without an end of its own (no duration, no quantity) is ended by a
   * signal, and is suspect only if its sends or its drain were then not waited for.
   */
  INTERRUPTED(Verdict.Reason.INTERRUPTED, Status.SUSPECT),

  /**
   * A limit of {@code abort} ({@code errors}, {@code response-p99}, {@code backlog}, {@code
   * alarms}, {@code disk}) ended the load to protect the cluster, because a figure was above it for
   * its time. Settling, drain and audit took place as usual; a probe of {@code find} counts as not
   * sustained.
   */
  ABORTED(Verdict.Reason.ABORTED, Status.INVALID),

  /** No message was sent in the measured time; of a quantity with a backlog, none at all. */
  NOTHING_SENT("load.nothing-sent", Status.INVALID),

  /**
   * {@code achievedPerSecond} is below the limit, a share of {@code offeredPerSecond}, and more is
   * missing than senders may hold at the end: of each sender a request, if it became due within the
   * last {@code limits.hiccup-p99}, or within the share of the measured time that may be missing,
   * whichever is longer.
   */
  RATE_MISSED("load.rate-missed", Status.INVALID, "limits.achieved"),

  /**
   * Senders of an open loop waited more than 10 % of the time for a full in-flight window; not
   * judged where the rate need not be held.
   */
  WINDOW_FULL("load.window-full", Status.SUSPECT, "limits.achieved"),

  /**
   * Under constant load (no ramp, no steps, no backlog, senders here) and of 20 s or more, the
   * whole interval of second half over first half lies outside the limit; 1: not judged.
   */
  DRIFT("load.drift", Status.SUSPECT, "limits.drift"),

  /** A larger share of the sends than the limit was not acknowledged. */
  FAILURES("load.failures", Status.SUSPECT, "limits.failures"),

  /** A larger share of the sends than ten times the limit was not acknowledged. */
  FAILURES_TENFOLD("load.failures-tenfold", Status.INVALID, "limits.failures"),

  /** Latencies were negative or above an hour. */
  LATENCY_OUT_OF_RANGE("latency.out-of-range", Status.SUSPECT),

  /**
   * The result was written before the audit and never replaced: the run was killed, or its end took
   * too long. Of such a result only the rules above from {@code cluster.fault} to {@code
   * load.nothing-sent} and {@code latency.out-of-range} are judged besides.
   */
  NOT_AUDITED("audit.not-done", Status.INVALID),

  /**
   * There is no complete audit by name, and the brokers failed to report what they hold, or a
   * signal ended the wait for it, or they have no such count for this account and acknowledge
   * nothing; or those with the replica could not be asked in time.
   */
  NO_AUDIT("audit.missing", Status.SUSPECT),

  /**
   * The brokers hold fewer messages than were acknowledged, or more than were acknowledged or
   * unknown.
   */
  BROKER_COUNT("audit.broker-count", Status.INVALID),

  /**
   * Brokers that joined the cluster during the run hold some of its messages: they are counted, but
   * the guarantee of their acknowledgements was not read from them.
   */
  BROKER_JOINED("audit.broker-joined", Status.SUSPECT),

  /** One way: the brokers lack a larger share of what was sent than the limit. */
  BROKER_COUNT_ONE_WAY("audit.broker-count-one-way", Status.SUSPECT, "limits.failures"),

  /** A replica was promised, and the broker does not report what it holds. */
  NO_REPLICA_COUNT("audit.replica-missing", Status.SUSPECT),

  /** The replica that was promised lacks acknowledged messages. */
  REPLICA_COUNT("audit.replica-count", Status.INVALID),

  /** Acknowledged messages were never received. */
  LOST("audit.lost", Status.INVALID),

  /** The same where delivery is at most once by choice ({@code mqtt.subscribe-qos=0}). */
  LOST_AT_MOST_ONCE("audit.lost-at-most-once", Status.SUSPECT),

  /** Messages sent one way were never received. */
  LOST_ONE_WAY("audit.lost-one-way", Status.SUSPECT),

  /** Messages were received that were rejected, rolled back, or not wanted by the tag filter. */
  PHANTOM("audit.phantom", Status.INVALID),

  /** Messages were received with a wrong checksum. */
  CORRUPT("audit.corrupt", Status.INVALID),

  /** Messages of this run were received that were never sent. */
  UNEXPECTED("audit.unexpected", Status.INVALID),

  /** Messages were received out of the order of their queue or stream, which is promised. */
  REORDERED("audit.reordered", Status.INVALID),

  /** Messages were received again that the broker did not call redeliveries. */
  DUPLICATED("audit.duplicated", Status.SUSPECT),

  /** The same where delivery is exactly once (QoS 2). */
  DUPLICATED_EXACTLY_ONCE("audit.duplicated-exactly-once", Status.INVALID),

  /** Transactions ended unknown, and the broker never checked back. */
  UNRESOLVED("audit.unresolved", Status.INVALID),

  /**
   * A consumer group received nothing in the measured time; of a run by quantity ({@code
   * load.messages}) or of messages for later ({@code message.deliver-after}), whose load may end
   * before the first message is received, nothing at all.
   */
  NOTHING_RECEIVED("consume.nothing-received", Status.INVALID),

  /** The run was too short to see what it cost the generator. */
  GENERATOR_UNKNOWN("generator.unknown", Status.SUSPECT),

  /** The generator used the limit's share of the processors that it may use (affinity counts). */
  GENERATOR_CPU(Verdict.Reason.GENERATOR_CPU, Status.INVALID, "limits.generator-cpu"),

  /**
   * The rate was missed while the generator used more than half of its processors, and more than
   * twice what the brokers used: a client library may be at its end before the processors are. Not
   * judged with brokers elsewhere.
   */
  GENERATOR_LIMITS(Verdict.Reason.GENERATOR_LIMITS, Status.SUSPECT),

  /**
   * The generator's threads waited for a processor for a larger share of the time that they waited
   * or ran than the limit.
   */
  GENERATOR_STARVED(Verdict.Reason.GENERATOR_STARVED, Status.SUSPECT, "limits.generator-starved"),

  /** The generator collected garbage for a larger share of the time than the limit. */
  GENERATOR_GC(Verdict.Reason.GENERATOR_GC, Status.SUSPECT, "limits.gc"),

  /** The generator stood still for longer than the limit, by the hiccup meter's p99. */
  GENERATOR_HICCUPS("generator.hiccups", Status.SUSPECT, "limits.hiccup-p99"),

  /**
   * A worker was not heard of for three seconds or more: its process, its machine or its connection
   * stood still.
   */
  WORKER_SILENT("workers.silent", Status.SUSPECT),

  /**
   * A worker's clock was set, stood still or was slewed by more than 500 ppm in mid-run: from then
   * on its intended times are off by that much.
   */
  WORKER_CLOCK_STEPPED("workers.clock-stepped", Status.SUSPECT),

  /** Processes outside the run used a larger share of the generator's processors than the limit. */
  FOREIGN_CPU("host.foreign-cpu", Status.SUSPECT, "limits.foreign-cpu"),

  /** The hypervisor took a larger share of the processors than the limit. */
  STEAL("host.steal", Status.SUSPECT, "limits.steal"),

  /**
   * An exporter or server that reports a node's figures had no new ones for longer than the limit,
   * or its counters started anew; the reason says for how long, and why.
   */
  SOURCE_LOST("brokers.source-lost", Status.SUSPECT, "limits.figures-age"),

  /**
   * The machine of a node had less network traffic than a tenth of its equal share of the bodies
   * that were sent, without their compressible part: its figures may be those of another machine.
   * Traffic of the loopback interface counts if the exporter reports it.
   */
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
  public String code() {
    return code;
  }

  /** Minimum status of a run that breaks the rule. */
  public Status status() {
    return status;
  }

  /** Key of the setting with its limit; empty if there is none. */
  public String limit() {
    return limit;
  }

  /**
   * Whether what the rule finds is the consequence of a planned fault, so that it is noted only.
   * {@link #RATE_MISSED}, {@link #FAILURES} and {@link #FAILURES_TENFOLD} go on for the messages
   * that no fault could affect.
   */
  public boolean isSuspendedByFaults() {
    return switch (this) {
      case BROKER_INCIDENT,
          WINDOW_FULL,
          DRIFT,
          BROKER_COUNT,
          REPLICA_COUNT,
          NO_REPLICA_COUNT,
          LOST,
          LOST_AT_MOST_ONCE,
          REORDERED,
          DUPLICATED,
          UNRESOLVED,
          GENERATOR_LIMITS,
          SOURCE_LOST ->
          true;
      default -> false;
    };
  }
}
