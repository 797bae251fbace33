package io.brokerbench.figures;

import static io.brokerbench.measurement.TestResult.SECOND;
import static io.brokerbench.measurement.TestResult.host;
import static io.brokerbench.measurement.TestResult.process;
import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.measurement.TestResult;
import io.brokerbench.results.ProcessFigure;
import io.brokerbench.results.Resources.HostUse;
import io.brokerbench.results.Resources.Role;
import io.brokerbench.results.Resources.SourceUse;
import io.brokerbench.results.RunResult;
import io.brokerbench.results.Verdict;
import io.brokerbench.results.Verdict.Status;
import io.brokerbench.sample.HostFigures;
import io.brokerbench.sample.NodeFigures;
import io.brokerbench.sample.ProcessFigures;
import io.brokerbench.sample.Sample;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A run on a machine that is 30 % busy, with two nodes on other machines. */
final class UtilizationTest {

  private static HostFigures machine(long second, long busySeconds, double memory) {
    return new HostFigures(
        2,
        busySeconds * SECOND,
        second * SECOND / 5,
        0,
        2 * second * SECOND,
        1,
        Map.of(),
        0,
        0,
        memory,
        Map.of("sda", second * SECOND / 2),
        Map.of(),
        Map.of(),
        Map.of());
  }

  private static Sample sample(long second, Map<String, NodeFigures> nodes) {
    return new Sample(
        second * SECOND,
        Map.of("generator", process(second * SECOND)),
        host(second * SECOND * 3 / 5, second),
        nodes,
        0);
  }

  private static NodeFigures node(long second, HostFigures host) {
    return new NodeFigures(second * SECOND, Optional.empty(), Optional.of(host));
  }

  private static Map<Resource, Utilization> of(Sample... samples) {
    return Utilization.of(run(samples));
  }

  private static RunResult run(Sample... samples) {
    return new TestResult()
        .samples(samples)
        .sources(
            Stream.of(samples)
                .flatMap(sample -> sample.nodes().keySet().stream())
                .filter(node -> !node.startsWith("worker"))
                .distinct()
                .map(
                    node ->
                        new SourceUse(
                            node, "node-exporter", "http://a", 1, 0, 1, 1, List.of(), null))
                .toArray(SourceUse[]::new))
        .result(new Verdict(Status.VALID, List.of()));
  }

  /** What stands next to published figures. */
  @Test
  void theMachinesOfTheBrokersAreThoseThatExportersReport() {
    RunResult elsewhere =
        run(
            sample(0, Map.of("a", node(0, machine(0, 0, 0.2)), "b", node(0, machine(0, 0, 0.9)))),
            sample(
                10,
                Map.of("a", node(10, machine(10, 16, 0.2)), "b", node(10, machine(10, 4, 0.9)))));
    assertThat(elsewhere.busyShare()).isEqualTo(0.8);
    assertThat(elsewhere.ofBrokerHosts(HostUse::memoryUsedShareMax)).isEqualTo(0.9);
    RunResult here = run(sample(0, Map.of()), sample(10, Map.of()));
    assertThat(here.busyShare()).isEqualTo(0.6 / here.environment().host().logicalProcessors());
  }

  @Test
  void theBusiestNodeCounts() {
    Map<Resource, Utilization> use =
        of(
            sample(0, Map.of("a", node(0, machine(0, 0, 0.2)), "b", node(0, machine(0, 0, 0.9)))),
            sample(
                10,
                Map.of("a", node(10, machine(10, 16, 0.2)), "b", node(10, machine(10, 4, 0.9)))));
    assertThat(use)
        .containsEntry(Resource.CPU, new Utilization(0.8, "a"))
        .containsEntry(Resource.MEMORY, new Utilization(0.9, "b"))
        .containsEntry(Resource.IOWAIT, new Utilization(0.1, "a"))
        .containsEntry(Resource.DISK, new Utilization(0.5, "a"));
  }

  @Test
  void collectionsAreAShareOfTheTimeInWhichTheirNodeWasObserved() {
    Map<Resource, Utilization> use =
        of(
            sample(0, Map.of("a", broker(0, 0))),
            sample(4, Map.of("a", broker(4, 400), "late", broker(4, 0))),
            sample(10, Map.of("a", broker(10, 1000), "late", broker(10, 900))));
    assertThat(use).containsEntry(Resource.GC, new Utilization(0.15, "late"));
  }

  private static NodeFigures broker(long second, long gcMillis) {
    ProcessFigures process =
        new ProcessFigures(Role.BROKER, Map.of(ProcessFigure.GC_PAUSE_MILLIS, gcMillis));
    return new NodeFigures(second * SECOND, Optional.of(process), Optional.empty());
  }

  @Test
  void aNodeThatIsKnownForLessThanHalfOfTheTimeIsUnknown() {
    Map<Resource, Utilization> use =
        of(
            sample(0, Map.of("a", node(0, machine(0, 0, 0.9)))),
            sample(4, Map.of("a", node(4, machine(4, 8, 0.9)))),
            sample(10, Map.of()));
    assertThat(use).isEmpty();
  }

  @Test
  void aNodeOfWhichNothingIsKnownIsNamed() {
    Utilization cpu =
        of(
                sample(
                    0, Map.of("a", node(0, machine(0, 0, 0.2)), "b", node(0, machine(0, 0, 0.9)))),
                sample(10, Map.of("a", node(10, machine(10, 16, 0.2)))))
            .get(Resource.CPU);
    assertThat(cpu).isEqualTo(new Utilization(0.8, "a", List.of("b")));
  }

  @Test
  void theMachinesOfWorkersAreNotThoseOfTheBrokers() {
    Map<Resource, Utilization> use =
        of(
            withWorker(0, machine(0, 0, 0.2), machine(0, 0, 0.9)),
            withWorker(10, machine(10, 8, 0.2), machine(10, 16, 0.9)));
    assertThat(use)
        .containsEntry(Resource.CPU, new Utilization(0.4, "a"))
        .containsEntry(Resource.MEMORY, new Utilization(0.2, "a"));
  }

  private static Sample withWorker(long second, HostFigures broker, HostFigures worker) {
    ProcessFigures process = process(second * SECOND);
    return new Sample(
        second * SECOND,
        Map.of("generator", process, "worker-w", process),
        host(second * SECOND * 3 / 5, second),
        Map.of(
            "a",
            node(second, broker),
            "worker-w",
            new NodeFigures(second * SECOND, Optional.of(process), Optional.of(worker))),
        0);
  }
}
