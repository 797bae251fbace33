package io.brokerbench.bottleneck;

import io.brokerbench.driver.Session;
import io.brokerbench.results.Fsync;
import io.brokerbench.results.RunResult;
import io.brokerbench.results.RunResult.Bottleneck;
import io.brokerbench.results.RunResult.Bottleneck.Cause;
import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Rules about what brokers report of themselves. Immutable. */
record BrokerLimits(Evidence evidence) {

  private static final double BLOCKED = 0.05;

  Optional<Bottleneck> throttling() {
    double alarm = evidence.sampledShare(Session.ALARMS);
    double blocked = evidence.timeShare(Session.BLOCKED_MILLIS);
    double rejected = evidence.rejectedShare();
    List<String> signs = new ArrayList<>();
    if (alarm > BLOCKED) {
      signs.add(
          Text.of("a resource alarm was in effect in %s of the samples", Evidence.percent(alarm)));
    }
    if (blocked > BLOCKED) {
      signs.add(Text.of("publishers were blocked for %s of the time", Evidence.percent(blocked)));
    }
    if (rejected > Evidence.REJECTED) {
      signs.add(
          Text.of(
              "%s of the messages were rejected (%s)",
              Evidence.percent(rejected),
              String.join(", ", evidence.run().sends().rejected().keySet())));
    }
    return Evidence.when(
        !signs.isEmpty(),
        Cause.THROTTLING,
        () -> "the brokers throttled the load: " + String.join(", ", signs));
  }

  /** Where a message waits in the brokers before it is acknowledged: the longer of two waits. */
  Optional<Bottleneck> flushOrReplication() {
    RunResult run = evidence.run();
    double forced = run.fsync() == null ? 0 : run.fsync().share();
    double unflushed = evidence.sampledShare(Session.UNFLUSHED);
    double pressure = evidence.ioPressure();
    double flush = run.promise().onDisk() ? Math.max(Math.max(unflushed, pressure), forced) : 0;
    double behind = run.promise().copies() > 1 ? evidence.sampledShare(Session.REPLICA_BEHIND) : 0;
    return Evidence.when(
        Math.max(flush, behind) >= Evidence.MOSTLY,
        behind > flush ? Cause.REPLICATION : Cause.FLUSH,
        () ->
            (behind > flush ? replication(behind) : flush(run.fsync(), unflushed, pressure))
                + evidence.answers());
  }

  private static String replication(double behind) {
    return Text.of(
        "the replication: an acknowledgement waits for the replica, which lacked data in %s of the"
            + " samples",
        Evidence.percent(behind));
  }

  private String flush(@Nullable Fsync fsync, double unflushed, double pressure) {
    List<String> signs = new ArrayList<>();
    if (fsync != null && fsync.share() >= Evidence.MOSTLY) {
      signs.add(
          Text.of(
              "%s messages per second were acknowledged, %s of the %s forced writes per second that"
                  + " the disk completed before the load",
              Units.rate(evidence.run().throughput().ackedPerSecond()),
              Evidence.percent(fsync.share()),
              Units.rate(fsync.perSecond())));
    }
    if (unflushed >= Evidence.MOSTLY) {
      signs.add(
          Text.of("data waited for its flush in %s of the samples", Evidence.percent(unflushed)));
    }
    if (pressure >= Evidence.MOSTLY) {
      signs.add(
          Text.of("some task waited for the disk %s of the time", Evidence.percent(pressure)));
    }
    return "the flush to disk, for which an acknowledgement waits: " + String.join(", ", signs);
  }

  Optional<Bottleneck> threads() {
    double waiting = evidence.sampledShare(Session.SEND_QUEUE);
    return Evidence.when(
        waiting >= Evidence.MOSTLY,
        Cause.BROKER_THREADS,
        () ->
            Text.of(
                "the brokers' threads that store messages: requests waited for one in %s of the"
                    + " samples%s",
                Evidence.percent(waiting), evidence.answers()));
  }
}
