package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.brokerbench.driver.Cluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The producer's second client: gRPC, through a proxy. */
@Tag("ci")
final class GrpcIT {

  private static final String[] LOAD =
      "-w 4 -s 256 --warmup 1s --duration 2s --set client=grpc".split(" ", -1);

  @TempDir private Path home;

  @Test
  void whatTheProxyAcknowledgedIsOnTheBrokerAndTheProxyIsMeasuredToo() throws Exception {
    ResultDirectory result = run("--set", "cluster.topology=1m", "-k", "true", "-l", "3");
    assertEverythingArrived(result);
    JsonNode proxy = result.json().at("/resources/proxy");
    assertThat(proxy.path("cpuCoresMean").asDouble()).isPositive();
    assertThat(proxy.path("heapUsedBytesMax").asLong()).isPositive();
    JsonNode client = result.json().at("/environment/client");
    assertThat(client.path("name").asText()).isEqualTo("rocketmq-client-java");
    assertThat(client.path("release").asText()).startsWith("5.");
    assertThat(client.path("retries").asInt(-1)).isZero();
  }

  @Tag("nightly")
  @Test
  void proxiesOfSomebodyElseAreTakenToo() throws Exception {
    try (Cluster cluster =
        OwnCluster.start(
            Files.createDirectory(home.resolve("cluster")),
            "cluster.topology=1m",
            "rocketmq.client=grpc")) {
      assertEverythingArrived(
          run(
              "-n",
              cluster.address(),
              "-t",
              "proxied",
              "--set",
              "cluster.proxy-addresses=" + cluster.facts().get("proxies"),
              "-y",
              "true",
              "--in-flight",
              "16",
              "--set",
              "client.instances=2"));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cluster.version=4.9.7 | rocketmq.client grpc needs release 5.0.0 or later",
        "load.mode=oneway | load.mode must be sync or async with rocketmq.client=grpc",
      })
  void whatAProxyDoesNotDoIsToldBeforeAnythingStarts(String assignment, String problem)
      throws Exception {
    Outcome outcome = Bench.run(home, "--set", assignment, "--set", "client=grpc").endedWith(2);
    assertThat(outcome.err().lines()).singleElement().asString().contains(problem);
  }

  private ResultDirectory run(String... args) throws Exception {
    Outcome outcome =
        Bench.run(
            Files.createDirectory(home.resolve("run")),
            Stream.concat(Stream.of(LOAD), Stream.of(args)).toArray(String[]::new));
    assertThat(outcome.err()).isEmpty();
    return outcome.measured();
  }

  private static void assertEverythingArrived(ResultDirectory result) {
    Accounts accounts = Accounts.of(result).areComplete();
    assertThat(accounts.acked()).isPositive();
    assertThat(result.json().at("/sends/byStatus/OK").asLong()).isPositive();
  }
}
