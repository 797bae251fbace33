package io.brokerbench.cli;

import static io.brokerbench.cli.CommandOutput.compare;
import static io.brokerbench.cli.WrittenRun.runs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.brokerbench.command.ExitCode;
import io.brokerbench.testkit.PartialRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CompareCommandTest {

  private final Path base;
  private final Path candidate;

  CompareCommandTest(@TempDir Path directory) {
    this.base = directory.resolve("base");
    this.candidate = directory.resolve("candidate");
  }

  @Test
  void aSlowerCandidateIsSaidToBeSlowerInEveryFigure() {
    runs(base, "producer", 1, 1.01, 0.99);
    runs(candidate, "producer", 0.5, 0.505);
    CommandOutput shown = compare(base, candidate);
    assertThat(shown.code()).isEqualTo(ExitCode.VALID);
    assertThat(shown.line("acked/s"))
        .matches(
            "producer async/async acked/s 1,000 502 3, 2 0\\.50\\d 0\\.\\d+ to 0\\.\\d+ slower");
    assertThat(shown.line("service p50")).contains("1.00 ms 1.99 ms").endsWith("slower");
    assertThat(shown.line("service p99")).endsWith("slower");
    assertThat(shown.line("CPU/msg")).contains("80.0 us 159.2 us").endsWith("slower");
    assertThat(shown.out()).contains("none stated");
  }

  @Test
  void aLimitMissedEndsWithFive() {
    runs(base, "producer", 1, 1.01, 0.99);
    runs(candidate, "producer", 0.5, 0.505, 0.495);
    CommandOutput shown = compare(base, candidate, "--limit", "20%");
    assertThat(shown.code()).isEqualTo(ExitCode.LIMIT_MISSED);
    assertThat(shown.code().code()).isEqualTo(5);
    assertThat(shown.line("acked/s")).endsWith("slower: REGRESSION (limit 20 %)");
    assertThat(shown.out()).contains("4 of 4 figures are surely worse and beyond the limit");
    assertThat(compare(candidate, base, "--limit", "20%").code()).isEqualTo(ExitCode.VALID);
    assertThat(
            compare(
                    base,
                    candidate,
                    "--limit",
                    "60%",
                    "--limit=p50=150%",
                    "--limit=p99=150%",
                    "--limit=cpu=150%")
                .code())
        .isEqualTo(ExitCode.VALID);
  }

  @Test
  void figuresThatAreOffAreNotJudged() {
    runs(base, "producer", 1, 1.01, 0.99);
    runs(candidate, "producer", 0.5, 0.505, 0.495);
    CommandOutput shown =
        compare(
            base,
            candidate,
            "--limit=rate=off",
            "--limit=20%",
            "--limit=p50=off",
            "--limit=p99=off",
            "--limit=cpu=off");
    assertThat(shown.code()).isEqualTo(ExitCode.VALID);
    assertThat(compare(base, candidate, "--limit", "cpu=20%").out())
        .contains("cpu 20 %: 1 of 1 figures is surely worse");
  }

  @Test
  void theSameIsTheSameAndWideIsCannotTell() {
    runs(base, "producer", 1, 1.001, 0.999);
    runs(candidate, "producer", 1.002, 1.001);
    assertThat(compare(base, candidate).line("acked/s")).endsWith("same within 5 %");
    assertThat(compare(base, candidate, "--limit", "0.7%").line("acked/s"))
        .endsWith("same within 0.7 %");
    runs(candidate, "producer", 0.7, 1.3);
    assertThat(compare(base, candidate).line("acked/s"))
        .matches(".* cannot tell: about \\d+ more runs|.* more than 100 more runs");
  }

  @Test
  void oneRunTellsNothingAndMissesNothing() {
    runs(base, "producer", 1, 1.01, 0.99);
    runs(candidate, "producer", 0.1);
    CommandOutput shown =
        compare(base, candidate.resolve("20260100T000000Z-producer"), "--limit", "5%");
    assertThat(shown.code()).isEqualTo(ExitCode.VALID);
    assertThat(shown.line("acked/s")).endsWith("1,000 100 3, 1 cannot tell: about 1 more run");
    assertThat(shown.out()).contains("none of 0 figures");
  }

  @Test
  void aLimitOfAFigureThatNoRunHasIsNamed() {
    runs(base, "producer", 1, 1.01);
    CommandOutput shown = compare(base, base, "--limit", "response-p99.9=10%");
    assertThat(shown.code()).isEqualTo(ExitCode.VALID);
    assertThat(shown.line("not here"))
        .endsWith(
            "producer async/async: no run has response-p99.9, so that its limit is not judged");
    // Figures that are compared anyway may be unknown, such as the processors of brokers elsewhere.
    assertThat(compare(base, base, "--limit", "10%").out()).doesNotContain("not here");
  }

  /** Such as a percentile of runs with too few messages: more of them would not help. */
  @Test
  void ofAFigureThatOneSideLacksTheSideIsNamed() {
    runs(base, "producer", 1, 1);
    for (int i = 0; i < 2; i++) {
      new WrittenRun("producer").putNull("/latency/service/p99Nanos").into(candidate, "r" + i);
    }
    assertThat(compare(base, candidate).line("service p99"))
        .isEqualTo("service p99 5.00 ms n/a 2, 0 cannot tell: no run of CANDIDATE has it");
    assertThat(compare(candidate, base).line("service p99"))
        .isEqualTo("service p99 n/a 5.00 ms 0, 2 cannot tell: no run of BASE has it");
  }

  @Test
  void consumersAreComparedByWhatTheyReceived() {
    runs(base, "consumer", 1, 1.01);
    runs(candidate, "consumer", 1, 1.01);
    CommandOutput shown = compare(base, candidate);
    assertThat(shown.line("received/s")).contains("904 904");
    assertThat(shown.line("endToEnd p99")).contains("9.00 ms");
    assertThat(shown.out()).doesNotContain("acked").doesNotContain("service");
  }

  @Test
  void anOpenLoopIsComparedByItsResponseTime() {
    for (int i = 0; i < 2; i++) {
      new WrittenRun("producer").put("/latency/response/p50Nanos", 3e6).into(base, "r" + i);
    }
    assertThat(compare(base, base).line("response p50")).contains("3.00 ms 3.00 ms");
    // Too few samples above it: there is no such percentile.
    assertThat(compare(base, base).out()).doesNotContain("p99");
  }

  @Test
  void invalidRunsAreLeftOutAndNamed() {
    runs(base, "producer", 1, 1.01);
    runs(candidate, "producer", 1, 1.01);
    new WrittenRun("producer")
        .speed(0.01)
        .verdict("invalid", "3 messages were lost", "slow")
        .into(candidate, "20260109T000000Z-producer.INVALID");
    new WrittenRun("producer").verdict("suspect", "steal").into(candidate, "z.SUSPECT");
    new WrittenRun("producer").into(candidate, "y.INCOMPLETE");
    CommandOutput shown = compare(base, candidate);
    assertThat(shown.out())
        .contains("left out    20260109T000000Z-producer.INVALID: 3 messages were lost; slow")
        .contains("left out    y.INCOMPLETE: has no result")
        .contains("candidate   " + candidate + ": 3 runs, 1 of them SUSPECT");
    assertThat(shown.line("acked/s")).contains(" 2, 3 ");
  }

  @Test
  void cellsWithoutACounterpartAreNamed() {
    runs(base, "producer", 1, 1.01);
    runs(base, "tproducer", 1, 1.01);
    runs(candidate, "producer", 1, 1.01);
    runs(candidate, "consumer", 1, 1.01);
    new WrittenRun("batchproducer").into(base, "b");
    new WrittenRun("batchproducer").verdict("invalid", "x").into(candidate, "b.INVALID");
    CommandOutput shown = compare(base, candidate);
    assertThat(shown.out())
        .contains("not here    tproducer async/async: only in BASE")
        .contains("not here    consumer async/async: only in CANDIDATE")
        .contains("not here    batchproducer async/async: no valid result in CANDIDATE");
  }

  @Test
  void unlikePromisesAreNotCompared() {
    runs(base, "producer", 1, 1.01);
    new WrittenRun("producer").promise(false, 2).into(candidate, "a");
    CommandOutput shown = compare(base, candidate);
    assertThat(shown.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(shown.out()).isEmpty();
    assertThat(shown.err().lines())
        .singleElement()
        .asString()
        .contains("nothing to compare")
        .contains("unlike promises: BASE acknowledged from memory on 1 broker")
        .contains("CANDIDATE acknowledged from memory on 2 brokers");
  }

  /** Results of older releases do not have the field. */
  @Test
  void whatAKillLosesIsAPromiseOfItsOwn() {
    runs(base, "producer", 1, 1.01);
    new WrittenRun("producer").inProcessMemory(false).into(candidate, "a");
    assertThat(compare(base, candidate).line("acked/s")).startsWith("producer async/async");
    new WrittenRun("producer").inProcessMemory(true).into(candidate, "a");
    CommandOutput shown = compare(base, candidate);
    assertThat(shown.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(shown.err())
        .contains("unlike promises: BASE acknowledged from memory on 1 broker")
        .contains("CANDIDATE acknowledged from process memory on 1 broker");
  }

  @Test
  void aFurtherPromiseOfOneSideIsNamed() {
    runs(base, "producer", 1, 1.01);
    runs(candidate, "producer", 1, 1.01);
    new WrittenRun("producer").promise(false, 2).into(candidate, "a");
    String further = "not here producer async/async (acknowledged from memory on 2 brokers): only";
    assertThat(compare(base, candidate).line("not here")).isEqualTo(further + " in CANDIDATE");
    assertThat(compare(candidate, base).line("not here")).isEqualTo(further + " in BASE");
  }

  @ParameterizedTest
  @CsvSource({
    "load.threads, 32",
    "message.size, 1024",
    "cluster.flush, sync",
    "cluster.persistence, file",
    "driver, memory"
  })
  void anotherWorkloadIsNotCompared(String key, String value) {
    WrittenRun run =
        new WrittenRun("producer")
            .set("message.size", "128")
            .set("cluster.persistence", "in-memory");
    run.into(base, "a");
    run.set(key, value).into(candidate, "a");
    CommandOutput shown = compare(base, candidate);
    assertThat(shown.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(shown.err().lines()).singleElement().asString().contains("nothing to compare");
  }

  @ParameterizedTest
  @CsvSource({
    "cluster.version, 4.9.7, 5.5.0 -> 4.9.7",
    "cluster.container.cpus, 1, (none) -> 1",
    "cluster.properties.flushInterval, 5, (none) -> 5"
  })
  void whatTheClusterIsMadeOfIsNamedAndCompared(String key, String value, String shown) {
    runs(base, "producer", 1, 1.01);
    for (int i = 0; i < 2; i++) {
      new WrittenRun("producer").set(key, value).into(candidate, "r" + i);
    }
    assertThat(compare(base, candidate).out())
        .contains(String.format(Locale.ROOT, "differs     %s %s", key, shown));
  }

  @Test
  void theNumberOfWorkersIsNamedAndCompared() {
    new WrittenRun("producer").set("workers.count", "0").into(base, "a");
    new WrittenRun("producer").set("workers.count", "4").into(candidate, "a");
    assertThat(compare(base, candidate).out()).contains("differs     workers.count 0 -> 4");
  }

  @Test
  void aSettingThatOneSideDidNotHaveYetPartsNothing() {
    runs(base, "producer", 1, 1.01);
    new WrittenRun("producer").set("message.new", "5").into(candidate, "a");
    assertThat(compare(base, candidate).out()).contains("differs     message.new (none) -> 5");
    assertThat(compare(candidate, base).out()).contains("differs     message.new 5 -> (none)");
  }

  @Test
  void namesAndPlacesDoNotMatter() {
    runs(base, "producer", 1, 1.01);
    new WrittenRun("producer")
        .set("name", "other")
        .set("output.directory", "/x")
        .into(candidate, "a");
    CommandOutput shown = compare(base, candidate);
    assertThat(shown.code()).isEqualTo(ExitCode.VALID);
    assertThat(shown.out()).doesNotContain("differs");
  }

  @ParameterizedTest
  @CsvSource({
    "abort.errors, none, 5% for 3s",
    "metrics.port, 0, 9400",
    "metrics.push.otlp, none, http://127.0.0.1:4318/v1/metrics",
    "tls.authorities, /one/ca.pem, /two/ca.pem",
    "client.acl.access-key, none, bench",
    "rabbitmq.user, guest, bench",
    "mqtt.password, none, env:PASSWORD"
  })
  void limitsReceiversAccountsAndCertificatesDoNotMatter(String key, String one, String two) {
    new WrittenRun("producer").set(key, one).into(base, "a");
    new WrittenRun("producer").set(key, two).into(candidate, "a");
    CommandOutput shown = compare(base, candidate);
    assertThat(shown.code()).as(shown.err()).isEqualTo(ExitCode.VALID);
    assertThat(shown.out()).doesNotContain("differs");
  }

  @Test
  void exportersOfAnotherClusterAreNamedAndCompared() {
    String exporter = "brokers.broker-a.node-exporter";
    new WrittenRun("producer").set(exporter, "http://10.0.0.3:9100").into(base, "a");
    new WrittenRun("producer").set(exporter, "http://10.0.0.4:9100").into(candidate, "a");
    assertThat(compare(base, candidate).out())
        .contains("differs     " + exporter + " http://10.0.0.3:9100 -> http://10.0.0.4:9100");
  }

  @Test
  void anotherMachineIsNamedOnceIfItIsOfAllCells() {
    for (String tool : new String[] {"producer", "tproducer"}) {
      new WrittenRun(tool).into(base, tool);
      new WrittenRun(tool).put("/environment/host/availableProcessors", 8).into(candidate, tool);
    }
    new WrittenRun("consumer").into(base, "c");
    new WrittenRun("consumer")
        .put("/environment/host/availableProcessors", 8)
        .set("cluster.heap", "2g")
        .into(candidate, "c");
    assertThat(compare(base, candidate).out().lines().filter(line -> line.startsWith("differs")))
        .containsExactly(
            "differs     host processors 2 -> 8",
            "differs     consumer async/async: cluster.heap (none) -> 2g");
  }

  /** As of a cluster that brokerbench starts, and of an external one with exporters. */
  @Test
  void processorTimeOfBrokersAndOfTheirMachinesIsNotCompared() throws IOException {
    runs(base, "producer", 1, 1.01);
    for (int i = 0; i < 2; i++) {
      Path run =
          new WrittenRun("producer")
              .putNull("/resources/master/cpuMicrosPerMessage")
              .putNull("/resources/slave/cpuMicrosPerMessage")
              .into(candidate, "r" + i);
      Path file = run.resolve("run.json");
      ObjectNode json = (ObjectNode) new ObjectMapper().readTree(file.toFile());
      json.withObject("/resources/hosts/broker-a")
          .put("cpuCoresMean", 0.2)
          .put("loadAverageMax", 0);
      Files.writeString(file, json.toString());
    }
    CommandOutput shown = compare(base, candidate, "--limit", "cpu=5%");
    assertThat(shown.out())
        .contains(
            "not here    producer async/async: unlike figures: brokers' CPU/msg, brokers' machines'"
                + " CPU/msg\n",
            "none of 0 figures");
    assertThat(shown.line("acked/s")).contains(" 2, 2 ");
  }

  @Test
  void aSideMustNotMixSetUps() {
    runs(base, "producer", 1, 1.01);
    new WrittenRun("producer").set("cluster.version", "4.9.7").into(base, "other");
    CommandOutput shown = compare(base, base);
    assertThat(shown.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(shown.err().strip())
        .isEqualTo(
            base
                + ": runs of producer async/async differ in cluster.version (4.9.7 | 5.5.0): give"
                + " those of one value");
  }

  @ParameterizedTest
  @CsvSource({
    "/environment/host/cpu, EPYC, Xeon, host cpu",
    "/environment/host/availableProcessors, 2, 4, host processors",
    "/environment/host/memoryBytes, 25000000000, 34000000000, host memory bytes",
    "/environment/jvm/version, 17.0.15, 25.0.1, generator JVM",
    "/environment/jvm/vendor, Debian, Eclipse, generator JVM vendor",
    "/environment/cluster/javaVersion, 17.0.15, 25.0.1, broker JVM",
    "/workload/cluster/addresses, one:9876, two:9876, cluster.addresses",
    "/workload/cluster/proxy-addresses, one:8081, two:8081, cluster.proxy-addresses"
  })
  void aSideMustNotMixMachinesOrClusters(String where, String one, String two, String name) {
    for (Path side : new Path[] {base, candidate}) {
      new WrittenRun("producer").put(where, one).into(side, "1");
      new WrittenRun("producer").put(where, one).into(side, "2");
    }
    new WrittenRun("producer").put(where, two).into(candidate, "3");
    CommandOutput shown = compare(base, candidate);
    assertThat(shown.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(shown.err().strip())
        .isEqualTo(
            String.format(
                Locale.ROOT,
                "%s: runs of producer async/async differ in %s (%s | %s): give those of one value",
                candidate,
                name,
                one,
                two));
  }

  @ParameterizedTest
  @CsvSource({
    "/environment/host/cpu, EPYC, Xeon, host cpu",
    "/environment/jvm/version, 17.0.15, 25.0.1, generator JVM",
    "/environment/jvm/vendor, Debian, Eclipse, generator JVM vendor",
    "/workload/cluster/addresses, one:9876, two:9876, cluster.addresses"
  })
  void betweenSidesMachinesAndClustersAreNamed(String where, String one, String two, String name) {
    for (String run : new String[] {"1", "2"}) {
      new WrittenRun("producer").put(where, one).into(base, run);
      new WrittenRun("producer").put(where, two).into(candidate, run);
    }
    CommandOutput shown = compare(base, candidate);
    assertThat(shown.code()).isEqualTo(ExitCode.VALID);
    assertThat(shown.out()).contains(String.format(Locale.ROOT, "%s %s -> %s", name, one, two));
  }

  @Test
  void oneMachineMayGetANewKernelAndAddressesAnotherOrder() {
    for (Path side : new Path[] {base, candidate}) {
      new WrittenRun("producer")
          .put("/environment/host/kernel", "6.18.1")
          .put("/environment/host/memoryBytes", 25_000_000_000.0)
          .set("cluster.addresses", "one:9876;two:9876")
          .into(side, "1");
      new WrittenRun("producer")
          .put("/environment/host/kernel", "6.18.2")
          .put("/environment/host/memoryBytes", 25_010_000_000.0)
          .set("cluster.addresses", "two:9876; one:9876")
          .into(side, "2");
    }
    assertThat(compare(base, candidate).code()).isEqualTo(ExitCode.VALID);
  }

  @Test
  void allCellsTogetherTellWhatFewRunsOfEachCannot() {
    double[] noise = {0.9, 1.0, 1.1};
    for (String replication : new String[] {"async", "sync"}) {
      for (String flush : new String[] {"async", "sync"}) {
        for (String tool : new String[] {"producer", "tproducer", "batchproducer"}) {
          for (int i = 0; i < noise.length; i++) {
            String name = String.format(Locale.ROOT, "%d-%s-%s-%s", i, tool, replication, flush);
            new WrittenRun(tool).mode(replication, flush).speed(noise[i]).into(base, name);
            new WrittenRun(tool)
                .mode(replication, flush)
                .speed(0.8 * noise[i])
                .into(candidate, name);
          }
        }
      }
    }
    CommandOutput shown = compare(base, candidate, "--limit", "15%");
    assertThat(shown.code()).isEqualTo(ExitCode.LIMIT_MISSED);
    assertThat(shown.line("tproducer sync/sync")).contains("cannot tell");
    assertThat(shown.line("rate of 12 cells"))
        .startsWith("all cells rate of 12 cells 0.800")
        .endsWith("slower: REGRESSION (limit 15 %)");
    assertThat(shown.out()).contains("4 of 52 figures");
  }

  @Test
  void theJsonSaysTheSame() throws IOException {
    runs(base, "producer", 1, 1.01, 0.99);
    runs(candidate, "producer", 0.5, 0.505);
    Path file = candidate.resolveSibling("c.json");
    compare(base, candidate, "--limit", "20%", "--json", file);
    JsonNode json = new ObjectMapper().readTree(file.toFile());
    assertThat(json.path("schemaVersion").asInt()).isEqualTo(1);
    assertThat(json.at("/gate/judged").asInt()).isEqualTo(4);
    assertThat(json.at("/gate/limits/p99").asDouble()).isEqualTo(0.2);
    assertThat(json.at("/base/used")).hasSize(3);
    JsonNode rate = json.at("/cells/0/metrics/0");
    assertThat(rate.path("figure").asText()).isEqualTo("rate");
    assertThat(rate.path("baseRuns").asInt()).isEqualTo(3);
    assertThat(rate.path("candidateRuns").asInt()).isEqualTo(2);
    assertThat(rate.path("ratio").asDouble()).isCloseTo(0.5025, within(0.0005));
    assertThat(rate.path("ratioLow").asDouble()).isLessThan(0.5);
    assertThat(rate.path("ratioHigh").asDouble()).isBetween(0.503, 0.6);
    assertThat(rate.path("answer").asText()).isEqualTo("slower");
    assertThat(rate.path("regression").asBoolean()).isTrue();
    assertThat(json.at("/cells/0/settings/load.threads").asText()).isEqualTo("16");
  }

  @Test
  void thePageOfRunsWithoutFiguresSaysSo() {
    for (Path side : new Path[] {base, candidate}) {
      new WrittenRun("producer")
          .verdict("suspect", "nothing was acknowledged")
          .put("/throughput/ackedPerSecond", 0)
          .put("/latency/service/p50Nanos", 0)
          .put("/latency/service/p99Nanos", 0)
          .put("/resources/master/cpuMicrosPerMessage", 0)
          .put("/resources/slave/cpuMicrosPerMessage", 0)
          .into(side, "a");
    }
    Path page = base.resolveSibling("c.html");
    assertThat(compare(base, candidate, "--html", page).code()).isEqualTo(ExitCode.VALID);
    assertThat(page).content().contains("No run has a figure to compare.");
  }

  /** Cells of which only one has an answer are not combined. */
  @Test
  void theHeadOfThePageIsAnAnswerOfANamedCell() {
    for (Path side : new Path[] {base, candidate}) {
      new WrittenRun("tproducer").into(side, "1");
    }
    runs(base, "producer", 1, 1.01);
    runs(candidate, "producer", 0.5, 0.505);
    Path page = base.resolveSibling("c.html");
    compare(base, candidate, "--html", page);
    assertThat(page)
        .content()
        .contains(
            "<p class=\"word\">SLOWER</p>",
            "is the answer for the rate of the candidate against the base, in the cell producer"
                + " async/async.");
  }

  @Test
  void aJsonThatCannotBeWrittenIsRefusedFirst() {
    runs(base, "producer", 1, 1.01);
    CommandOutput shown = compare(base, base, "--json", base.resolve("none/c.json"));
    assertThat(shown.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(shown.out()).isEmpty();
    assertThat(shown.err().lines()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "10",
        "0.1",
        "x",
        "-5%",
        "0%",
        "100%",
        "rate=100%",
        "off",
        "p98=5%",
        "p99=",
        "2000%"
      })
  void whatIsNoLimitIsRefused(String limit) {
    runs(base, "producer", 1, 1.01);
    CommandOutput shown = compare(base, base, "--limit=" + limit);
    assertThat(shown.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(shown.err().lines()).singleElement().asString().startsWith("--limit: must be ");
  }

  @Test
  void whatHoldsNoResultIsRefusedInOneLine() throws IOException {
    runs(base, "producer", 1);
    assertThat(refusal(base, candidate)).isEqualTo(candidate + ": there is no such directory");
    Files.createDirectories(candidate);
    assertThat(refusal(base, candidate))
        .isEqualTo(candidate + ": holds no result directory (no run.json)");
    Path run = new WrittenRun("producer").into(candidate, "a").resolve("run.json");
    Files.writeString(run, "{ \"schemaVersion\": 3 }");
    assertThat(refusal(base, candidate)).isEqualTo(run + ": schemaVersion must be 2, got 3");
    Files.writeString(run, PartialRun.complete("{}").replace("\"sends\"", "\"sent\""));
    assertThat(refusal(base, candidate))
        .isEqualTo(run + " cannot be read: sends is missing or of the wrong kind");
    Files.writeString(run, "not json\nat all");
    assertThat(refusal(base, candidate)).startsWith(run + " cannot be read: ");
    new WrittenRun("producer").verdict("fine").into(candidate, "a");
    assertThat(refusal(base, candidate))
        .isEqualTo(run + " cannot be read: verdict.status has the unknown value fine");
  }

  private static String refusal(Path base, Path candidate) {
    CommandOutput shown = compare(base, candidate);
    assertThat(shown.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(shown.out()).isEmpty();
    assertThat(shown.err().lines()).hasSize(1);
    return shown.err().strip();
  }

  @Test
  void helpSaysHowItJudgesAndFlagsUnknownAreRefused() {
    assertThat(compare("--help").out()).contains("Holm").contains("exit code 5").contains("10%");
    assertThat(compare("--help").code()).isEqualTo(ExitCode.VALID);
    assertThat(compare(base).code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(compare(base, candidate, "--limt", "5%").code()).isEqualTo(ExitCode.BAD_INPUT);
  }
}
