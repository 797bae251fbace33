package org.example;

import static io.brokerbench.api.Mode.SYNC;
import static java.time.Duration.ofSeconds;

import io.brokerbench.api.Benchmark;
import io.brokerbench.results.Audit;
import io.brokerbench.results.Latency;
import io.brokerbench.results.Metric;
import io.brokerbench.run.RunListener;
import io.brokerbench.stored.StoredRun;
import java.nio.file.Path;

/** The latency of RocketMQ's safest mode at 2,000 messages per second, or of a workload file. */
public final class SafestMode {

  private SafestMode() {}

  public static void main(String[] args) throws Exception {
    Benchmark benchmark = args.length == 0 ? safestMode() : Benchmark.of(Path.of(args[0]));
    StoredRun run = benchmark.listener(new StepPrinter()).run();

    Audit audit = run.result().audit();
    Latency response = run.result().latency().get(Metric.RESPONSE);
    System.out.println("verdict       " + run.verdict().status());
    System.out.println("acknowledged  " + audit.acked() + ", held " + audit.brokerCount());
    System.out.println("response p99  " + response.text(Latency.Statistic.P99));
    System.out.println("report        " + run.directory().resolve("report.html"));
  }

  private static Benchmark safestMode() {
    return Benchmark.producer()
        .cluster(c -> c.flush(SYNC).replication(SYNC))
        .rate("2000/s")
        .duration(ofSeconds(30));
  }

  /** Prints what a run does before and after its load. */
  private static final class StepPrinter implements RunListener {

    @Override
    public void step(String what) {
      System.out.println(what);
    }
  }
}
