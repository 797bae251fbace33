package io.brokerbench.report;

import static io.brokerbench.result.TestResult.counts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.record.Phase;
import io.brokerbench.result.TestResult;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

final class LiveMetersTest {

  @Test
  void theLastSecondIsServedAsPrometheusText() throws Exception {
    int port = freePort();
    try (LiveMeters meters = new LiveMeters(port)) {
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
          .contains("brokerbench_lag_seconds{quantile=\"0.5\"}")
          .contains("brokerbench_response_seconds{quantile=\"0.999\"}")
          .contains("brokerbench_process_cpu_seconds{process=\"generator\"} 2.5")
          .contains("brokerbench_process_resident_bytes{process=\"generator\"} 1000.0")
          .contains("brokerbench_process_heap_bytes{process=\"generator\"} 500.0");
      meters.interval(
          TestResult.interval(5, Phase.MEASURED, counts(300, 250), counts(400, 400)), 0.5, 1);
      assertThat(scrape(port))
          .contains("brokerbench_messages_attempted_total 400.0")
          .contains("brokerbench_process_cpu_seconds{process=\"generator\"} 3.0");
    }
    assertThatThrownBy(() -> scrape(port)).isInstanceOf(IOException.class);
  }

  @Test
  void aBusyPortIsAnError() throws IOException {
    try (ServerSocket busy = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThatThrownBy(() -> new LiveMeters(busy.getLocalPort()))
          .isInstanceOf(BindException.class);
    }
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
