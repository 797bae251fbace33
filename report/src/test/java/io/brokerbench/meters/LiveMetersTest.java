package io.brokerbench.meters;

import static io.brokerbench.measurement.TestResult.counts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.console.BusySecond;
import io.brokerbench.measurement.Interval;
import io.brokerbench.measurement.TestResult;
import io.brokerbench.results.Phase;
import io.brokerbench.results.ProcessFigure;
import io.brokerbench.results.workers.WorkerUse;
import io.brokerbench.sample.NodeFigures;
import io.brokerbench.sample.ProcessFigures;
import io.brokerbench.workload.LiveMetrics;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class LiveMetersTest {

  @Test
  void theLastSecondIsServedAsPrometheusText() throws Exception {
    int port = freePort();
    try (LiveMeters meters = served(port)) {
      assertThat(scrape(port)).contains("brokerbench_messages_attempted_total 0.0");
      meters.interval(
          TestResult.interval(4, Phase.MEASURED, counts(100, 90), counts(300, 250)), 0.5, 1);
      assertThat(scrape(port))
          .contains("brokerbench_messages_attempted_total 300.0")
          .contains("brokerbench_messages_total{outcome=\"acked\"} 250.0")
          .contains("brokerbench_messages_total{outcome=\"rejected\"} 0.0")
          .contains("brokerbench_messages_total{outcome=\"unknown\"} 0.0")
          .contains("brokerbench_in_flight_messages 50.0")
          .containsPattern("brokerbench_service_seconds\\{quantile=\"0.5\"\\} 0.00")
          .contains("brokerbench_service_seconds{quantile=\"0.999\"} NaN")
          .contains("brokerbench_service_seconds_count 160")
          .contains("brokerbench_lag_seconds{quantile=\"0.5\"}")
          .contains("brokerbench_response_seconds{quantile=\"0.999\"}")
          .contains("brokerbench_process_cpu_seconds_total{process=\"generator\"} 2.5")
          .contains("brokerbench_process_resident_bytes{process=\"generator\"} 1000.0")
          .contains("brokerbench_process_heap_bytes{process=\"generator\"} 500.0");
      meters.interval(
          TestResult.interval(5, Phase.MEASURED, counts(300, 250), counts(400, 400)), 0.5, 1);
      assertThat(scrape(port))
          .contains("brokerbench_messages_attempted_total 400.0")
          .contains("brokerbench_service_seconds_count 310")
          .contains("brokerbench_process_cpu_seconds_total{process=\"generator\"} 3.0");
    }
    assertThatThrownBy(() -> scrape(port)).isInstanceOf(IOException.class);
  }

  @Test
  void allThatALiveDashboardShowsIsServed() throws Exception {
    assertThat(ofABusySecond())
        .contains("brokerbench_messages_total{outcome=\"acked\"} 900.0")
        .contains("brokerbench_messages_delivered_total 1800.0")
        .contains("_failed_total{kind=\"SYSTEM_BUSY\",outcome=\"rejected\"} 30.0")
        .contains("_failed_total{kind=\"client-timeout\",outcome=\"unknown\"} 20.0")
        .doesNotContain("client-oneway")
        .contains("brokerbench_check_backs_total 5.0")
        .contains("brokerbench_backlog_messages{group=\"group\"} 7.0")
        .contains("brokerbench_backlog_messages{group=\"group-2\"} NaN")
        .contains("brokerbench_phase{phase=\"warmup\"} 0.0")
        .contains("brokerbench_phase{phase=\"measured\"} 1.0")
        .contains("brokerbench_progress_ratio 0.25")
        .contains("brokerbench_remaining_seconds NaN")
        .contains("brokerbench_process_cpu_seconds_total{process=\"master\"} 0.25")
        .contains("brokerbench_process_gc_seconds_total{process=\"master\"} 0.03")
        .contains("brokerbench_process_gc_collections_total{process=\"master\"} 2.0")
        .contains("brokerbench_process_written_bytes_total{process=\"master\"} 40.0")
        .contains("brokerbench_process_read_bytes_total{process=\"generator\"} 10.0")
        .contains("brokerbench_process_open_files{process=\"master\"} 60.0")
        .contains("brokerbench_process_resident_bytes{process=\"other\"} 2000.0")
        .contains("brokerbench_host_cpu_seconds_total{mode=\"busy\"} 1.0")
        .contains("brokerbench_node_cpu_seconds_total{mode=\"busy\",node=\"gen-1\"} 2.0")
        .contains("brokerbench_node_memory_used_ratio{node=\"gen-1\"} 0.5")
        .containsPattern("brokerbench_generator_hiccup_seconds 0.002")
        .containsPattern("brokerbench_end_to_end_seconds\\{quantile=\"0.999\"\\} 0.004");
  }

  @Test
  void processAndMachineOfEachWorkerAreServed() throws Exception {
    Interval second = BusySecond.from(0);
    Map<String, ProcessFigures> processes = new LinkedHashMap<>(second.sample().processes());
    Map<String, NodeFigures> nodes = new LinkedHashMap<>();
    for (int worker = 1; worker <= 2; worker++) {
      String name = WorkerUse.node("gen-" + worker);
      ProcessFigures process = TestResult.process(worker * TestResult.SECOND);
      processes.put(name, process);
      nodes.put(
          name,
          new NodeFigures(
              TestResult.SECOND,
              Optional.of(process),
              Optional.of(TestResult.host(2L * worker * TestResult.SECOND, 1))));
    }
    assertThat(after(BusySecond.with(processes, nodes, second)))
        .contains("brokerbench_process_cpu_seconds_total{process=\"generator\"} 0.5")
        .contains("brokerbench_process_cpu_seconds_total{process=\"worker-gen-1\"} 1.0")
        .contains("brokerbench_process_cpu_seconds_total{process=\"worker-gen-2\"} 2.0")
        .contains("brokerbench_node_cpu_seconds_total{mode=\"busy\",node=\"worker-gen-1\"} 2.0")
        .contains("brokerbench_node_cpu_seconds_total{mode=\"busy\",node=\"worker-gen-2\"} 4.0");
  }

  @Test
  void everyFigureOfAProcessIsServedUnderItsName() throws Exception {
    String shown = ofABusySecond();
    for (ProcessFigure figure : ProcessFigure.values()) {
      assertThat(shown)
          .contains("brokerbench_" + figure.prometheusMeter() + "{process=\"master\"}");
    }
  }

  @Test
  void whatTheSystemDoesNotTellHasNoMeter() throws Exception {
    assertThat(ofABusySecond())
        .doesNotContain("brokerbench_process_heap_bytes{process=\"other\"}")
        .doesNotContain("brokerbench_process_gc_seconds_total{process=\"other\"}")
        .doesNotContain("brokerbench_process_written_bytes_total{process=\"other\"}");
  }

  /** As of a broker on another machine whose exporter no longer answers. */
  @Test
  void aProcessWhoseFiguresAreNoLongerKnownIsNoNumber() throws Exception {
    int port = freePort();
    try (LiveMeters meters = served(port)) {
      meters.interval(BusySecond.from(0), 0.5, 1);
      meters.interval(without("master", BusySecond.from(1)), 0.5, 1);
      assertThat(scrape(port))
          .contains("brokerbench_process_cpu_seconds_total{process=\"master\"} NaN")
          .contains("brokerbench_process_resident_bytes{process=\"master\"} NaN")
          .contains("brokerbench_process_cpu_seconds_total{process=\"generator\"} 1.0");
      meters.interval(BusySecond.from(2), 0.5, 1);
      assertThat(scrape(port))
          .contains("brokerbench_process_cpu_seconds_total{process=\"master\"} 0.75");
    }
  }

  private static Interval without(String process, Interval second) {
    Map<String, ProcessFigures> others = new LinkedHashMap<>(second.sample().processes());
    others.remove(process);
    return BusySecond.with(others, second.sample().nodes(), second);
  }

  @Test
  void theHistogramHasEveryLatencySinceTheStart() throws Exception {
    int port = freePort();
    try (LiveMeters meters = served(port)) {
      meters.interval(BusySecond.from(0), 0.5, 1);
      meters.interval(BusySecond.from(1), 1, 0);
      // Of service it knows 2 ms, to three digits.
      assertThat(scrape(port))
          .contains("brokerbench_latency_seconds_bucket{metric=\"service\",le=\"0.001\"} 0\n")
          .contains("brokerbench_latency_seconds_bucket{metric=\"service\",le=\"0.0025\"} 40000\n")
          .contains("brokerbench_latency_seconds_bucket{metric=\"service\",le=\"+Inf\"} 40000\n")
          .contains("brokerbench_latency_seconds_count{metric=\"service\"} 40000\n")
          .containsPattern("brokerbench_latency_seconds_sum\\{metric=\"service\"\\} (80.0|79.9)");
    }
  }

  /** The rules of promlint, which {@code promtool check metrics} applies. */
  @Test
  void namesUnitsTypesAndHelpAreAsPrometheusWantsThem() throws Exception {
    Map<String, String> types = new TreeMap<>();
    Map<String, String> helps = new TreeMap<>();
    List<String> samples = new ArrayList<>();
    for (String line : ofABusySecond().lines().toList()) {
      String[] words = line.split(" ", 4);
      switch (words[1]) {
        case "TYPE" -> types.put(words[2], words[3]);
        case "HELP" -> helps.put(words[2], words[3]);
        default -> samples.add(line);
      }
    }
    assertThat(types.keySet()).isEqualTo(helps.keySet());
    assertThat(helps.values()).noneMatch(String::isBlank);
    types.forEach(
        (name, type) ->
            assertThat(name)
                .matches("brokerbench(_[a-z0-9]+)+")
                .matches(
                    type.equals("counter")
                        ? ".*_total"
                        : ".*_(seconds|bytes|messages|files|ratio)|brokerbench_phase"));
    assertThat(samples)
        .allMatch(line -> !line.contains("quantile=") || "summary".equals(types.get(name(line))))
        .allMatch(line -> !line.matches(".*[{,]le=.*") || name(line).endsWith("_seconds_bucket"));
  }

  private static String name(String sample) {
    return sample.split("[{ ]", 2)[0];
  }

  @Test
  void aBusyPortIsAnError() throws IOException {
    try (ServerSocket busy = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThatThrownBy(() -> served(busy.getLocalPort())).isInstanceOf(BindException.class);
    }
  }

  /** What a run shows after a second in which everything happened. */
  private static String ofABusySecond() throws IOException, InterruptedException {
    return after(BusySecond.from(0));
  }

  /** What a run shows after a second. */
  static String after(Interval second) throws IOException, InterruptedException {
    int port = freePort();
    try (LiveMeters meters = served(port)) {
      meters.interval(second, 0.25, -1);
      return scrape(port);
    }
  }

  private static LiveMeters served(int port) throws IOException {
    return new LiveMeters(
        new LiveMetrics(InetAddress.getLoopbackAddress(), port, Optional.empty(), Optional.empty()),
        event -> {});
  }

  private static String scrape(int port) throws IOException, InterruptedException {
    HttpResponse<String> response =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics")).build(),
                HttpResponse.BodyHandlers.ofString());
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("Content-Type").orElse(""))
        .startsWith("text/plain; version=0.0.4");
    return response.body();
  }

  private static int freePort() throws IOException {
    try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return probe.getLocalPort();
    }
  }
}
