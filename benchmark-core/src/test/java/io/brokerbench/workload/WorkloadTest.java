package io.brokerbench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.results.Metric;
import io.brokerbench.schedule.Schedule;
import io.brokerbench.schedule.Schedule.Arrivals;
import io.brokerbench.workload.LiveMetrics.InfluxDatabase;
import io.brokerbench.workload.Load.SendMode;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.yaml.snakeyaml.Yaml;

final class WorkloadTest {

  @Test
  void everyKeyOfTheReferenceIsReadAndShown() throws IOException {
    Settings settings = Workload.defaults().settings();
    Workload.read(settings);
    assertThat(settings.effective().keySet()).containsExactlyInAnyOrderElementsOf(referenceKeys());
  }

  @Test
  void aScaledWorkloadIsAShorterAndSlowerOne() {
    Load load =
        TestWorkload.of(
                "scale=0.1",
                "load.duration=60s",
                "load.warmup=20s",
                "load.messages=1001",
                "load.rate=1k/s for 10s, 2k/s")
            .load();
    assertThat(load.duration()).isEqualTo(Duration.ofSeconds(6));
    assertThat(load.warmup()).hasValue(Duration.ofSeconds(2));
    assertThat(load.messages()).isEqualTo(101);
    Schedule schedule = load.schedule().orElseThrow();
    assertThat(schedule.dueCount(1, 1, sender -> Long.MAX_VALUE).due(0, 1_000_000_000L))
        .isEqualTo(100);
    assertThat(schedule.dueCount(1, 1, sender -> Long.MAX_VALUE).due(0, 2_000_000_000L))
        .isEqualTo(300);
  }

  @ParameterizedTest
  @CsvSource({
    "100, 0.07, 1, 7",
    "100, 0.55, 1, 55",
    "1000, 0.1, 0.2, 20",
    "1001, 0.1, 1, 101",
    "1, 0.001, 1, 1",
    "0, 0.5, 1, 0",
    "9223372036854775807, 1, 1, 9223372036854775807"
  })
  void aScaledNumberOfMessagesIsRoundedUp(long messages, String all, String clients, long scaled) {
    Load load =
        TestWorkload.of("load.messages=" + messages, "scale=" + all, "scale.clients=" + clients)
            .load();
    assertThat(load.messages()).isEqualTo(scaled);
  }

  @ParameterizedTest
  @CsvSource({"0", "1.1", "-1", "half"})
  void aScaleIsAShare(String scale) {
    for (String key : List.of("scale", "scale.clients", "scale.time")) {
      assertThatThrownBy(() -> TestWorkload.of(key + "=" + scale))
          .hasMessageContaining(key + " must be above 0 and at most 1, got \"" + scale + "\"");
    }
  }

  @Test
  void theLargestNumberOfMessagesIsSharedByWholeRequestsToo() {
    String most = "load.messages=" + Long.MAX_VALUE;
    assertThat(TestWorkload.of(most, "load.threads=1").load().quota(0, 3))
        .isEqualTo(Long.MAX_VALUE - 1);
    Load two = TestWorkload.of(most, "load.threads=2").load();
    assertThat(two.quota(0, 3)).isEqualTo(4_611_686_018_427_387_906L);
    assertThat(two.quota(1, 3)).isEqualTo(4_611_686_018_427_387_903L);
  }

  @Test
  void fewerClientsKeepTheShareOfEach() {
    Workload workload =
        TestWorkload.of(
            "scale.clients=0.1",
            "load.threads=500",
            "load.rate=15000/s",
            "load.messages=1000",
            "load.mode=async",
            "load.in-flight=10%",
            "load.duration=60s",
            "consume.threads=2",
            "consume.clients=20");
    assertThat(workload.load().threads()).isEqualTo(50);
    assertThat(workload.load().schedule().orElseThrow().profile().onlyRate()).isEqualTo(1500);
    assertThat(workload.load().inFlight().first()).isEqualTo(new InFlight(3, true));
    assertThat(workload.load().messages()).isEqualTo(100);
    assertThat(workload.load().duration()).isEqualTo(Duration.ofSeconds(60));
    assertThat(workload.consumption().clients()).isEqualTo(2);
    assertThat(workload.consumption().threads()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({"1000,200 sends", "7 each,7 each sends", "1,1 sends"})
  void fewerClientsShareASmallerLimit(String limit, String scaled) {
    assertThat(
            TestWorkload.of(
                        "scale.clients=0.2",
                        "load.threads=10",
                        "load.mode=async",
                        "load.in-flight=" + limit)
                    .load()
                    .inFlight()
                    .text()
                + " sends")
        .isEqualTo(scaled);
  }

  @Test
  void numbersThatWereNotSetStay() {
    Workload workload = TestWorkload.of("scale.clients=0.5", "consume.threads=1");
    assertThat(workload.consumption().clients()).isEqualTo(1);
    SettingsReader reader = TestWorkload.reader("scale.clients=0.1");
    reader.setIfAbsent("load.threads", "16", "a tool");
    assertThat(Workload.read(reader.settings()).load().threads()).isEqualTo(16);
  }

  @Test
  void halfAClientIsRefusedWithTheScalesThatWork() {
    assertThatThrownBy(() -> TestWorkload.of("scale.clients=0.125", "load.threads=20"))
        .hasMessageContaining(
            "load.threads times scale.clients must be a whole number, got 20 times 0.125; every"
                + " multiple of 0.05 works");
  }

  @Test
  void aShorterWorkloadHasTheSameRate() {
    Load load =
        TestWorkload.of(
                "scale.time=0.1",
                "load.duration=60s",
                "load.warmup=20s",
                "load.messages=1001",
                "load.rate=1k/s for 10s, 2k/s")
            .load();
    assertThat(load.duration()).isEqualTo(Duration.ofSeconds(6));
    assertThat(load.warmup()).hasValue(Duration.ofSeconds(2));
    assertThat(load.messages()).isEqualTo(1001);
    Schedule schedule = load.schedule().orElseThrow();
    assertThat(schedule.dueCount(1, 1, sender -> Long.MAX_VALUE).due(0, 2_000_000_000L))
        .isEqualTo(3000);
  }

  @Test
  void aRateThatChangesIsMeasuredFromItsStartOn() {
    String ramp = "load.rate=1k/s..5k/s for 30s, 5k/s";
    assertThat(TestWorkload.of(ramp).load().warmup()).hasValue(Duration.ZERO);
    assertThat(TestWorkload.of(ramp, "load.warmup=10s").load().warmup())
        .hasValue(Duration.ofSeconds(10));
    assertThat(TestWorkload.of(ramp, "load.warmup=auto").load().warmup()).isEmpty();
    for (String constant : List.of("5k/s", "5k/s for 30s", "5k/s for 30s, 5k/s")) {
      Load load = TestWorkload.of("load.rate=" + constant).load();
      assertThat(load.warmup()).isEmpty();
      assertThat(load.constant()).isTrue();
    }
    Settings settings = TestWorkload.reader(ramp).settings();
    Workload.read(settings);
    assertThat(settings.implications())
        .containsExactly("load.warmup=0, because a load.rate that changes needs it");
  }

  @Test
  void whatDiffersInNotationOnlyHasTheSameMeaning() {
    assertThat(meanings("load.in-flight=1%")).isEqualTo(meanings("load.in-flight=2%"));
    assertThat(meanings("load.in-flight=1%")).isNotEqualTo(meanings("load.in-flight=20%"));
  }

  private static Map<String, String> meanings(String assignment) {
    Settings settings =
        TestWorkload.reader("load.threads=10", "load.rate=100/s", "load.mode=async", assignment)
            .settings();
    Workload.read(settings);
    return settings.meanings();
  }

  private static List<String> referenceKeys() throws IOException {
    try (Reader reader =
        new InputStreamReader(
            Objects.requireNonNull(Workload.class.getResourceAsStream("defaults.yaml")),
            StandardCharsets.UTF_8)) {
      List<String> keys = new ArrayList<>();
      Map<String, Object> root = new Yaml().load(reader);
      collect("", root, keys);
      return keys;
    }
  }

  private static void collect(String prefix, Map<?, ?> node, List<String> keys) {
    node.forEach(
        (key, value) -> {
          if (value instanceof Map<?, ?> nested) {
            collect(prefix + key + ".", nested, keys);
          } else {
            keys.add(prefix + key);
          }
        });
  }

  @Test
  void defaultsAreThoseOfTheReference() {
    Settings settings = Workload.defaults().settings();
    Workload workload = Workload.read(settings);
    assertThat(workload.driver()).isEqualTo("rocketmq");
    assertThat(workload.load().threads()).isEqualTo(64);
    assertThat(workload.load().schedule()).isEmpty();
    assertThat(workload.load().mode()).isEqualTo(SendMode.SYNC);
    assertThat(workload.load().inFlight().first()).isEqualTo(new InFlight(64, false));
    assertThat(workload.load().warmup()).isEmpty();
    assertThat(workload.load().duration()).isEqualTo(Duration.ofSeconds(30));
    assertThat(workload.message().maxBytes()).isEqualTo(128);
    assertThat(workload.limits().achieved()).isEqualTo(0.99);
    assertThat(workload.liveMetrics().port()).isZero();
  }

  @Test
  void everyKeyReachesItsField() throws IOException {
    int port = freePort();
    Workload workload =
        TestWorkload.of(
            "name=n-1",
            "seed=-3",
            "load.threads=5",
            "load.rate=7/s",
            "load.arrivals=poisson",
            "load.mode=async",
            "load.in-flight=9",
            "load.messages=11",
            "load.warmup=13s",
            "load.warmup-limit=14s",
            "load.duration=17s",
            "load.settle=19s",
            "load.failure-pause=23ms",
            "load.spin=29us",
            "load.repeat=31",
            "message.size=37",
            "message.batch=41",
            "message.keys=true",
            "message.tags=43",
            "message.compressible=0.5",
            "topic.count=3",
            "message.properties=47",
            "limits.achieved=0.01",
            "limits.generator-cpu=0.02",
            "limits.foreign-cpu=0.03",
            "limits.generator-starved=0.04",
            "limits.steal=0.05",
            "limits.gc=0.06",
            "limits.hiccup-p99=53ms",
            "limits.failures=0.07",
            "limits.drift=0.08",
            "limits.figures-age=9s",
            "output.report-interval=59s",
            "metrics.port=" + port);
    assertThat(workload.name()).isEqualTo("n-1");
    assertThat(workload.seed()).isEqualTo(-3);
    assertThat(workload.driver()).isEqualTo("memory");
    Load load = workload.load();
    assertThat(load.threads()).isEqualTo(5);
    assertThat(load.schedule().orElseThrow().arrivals()).isEqualTo(Arrivals.POISSON);
    assertThat(load.schedule().orElseThrow().seed()).isEqualTo(-3);
    assertThat(load.schedule().orElseThrow().profile().messagesUntil(1e9)).isEqualTo(7);
    assertThat(load.mode()).isEqualTo(SendMode.ASYNC);
    assertThat(load.inFlight().first()).isEqualTo(new InFlight(9, false));
    assertThat(load.messages()).isEqualTo(11);
    assertThat(load.warmup()).contains(Duration.ofSeconds(13));
    assertThat(load.warmupLimit()).isEqualTo(Duration.ofSeconds(14));
    assertThat(load.duration()).isEqualTo(Duration.ofSeconds(17));
    assertThat(load.settle()).isEqualTo(Duration.ofSeconds(19));
    assertThat(load.failurePause()).isEqualTo(Duration.ofMillis(23));
    assertThat(load.pause()).isZero();
    assertThat(load.spinNanos(5_000)).isEqualTo(29_000);
    assertThat(load.repeat()).isEqualTo(31);
    assertThat(workload.message())
        .isEqualTo(
            new MessageShape(
                Shares.only(37),
                0.5,
                41,
                new MessageShape.Keys(true, Optional.empty()),
                new MessageShape.Tags(43, Optional.empty()),
                47,
                0,
                new Topics(Shares.zipf(3, 0, "topics".hashCode()), "equal"),
                new DrawnTime(DrawnTime.Shape.FIXED, 0, 0)));
    assertThat(workload.limits())
        .isEqualTo(
            new Limits(
                0.01,
                0.02,
                0.03,
                0.04,
                0.05,
                0.06,
                Duration.ofMillis(53),
                0.07,
                0.08,
                Duration.ofSeconds(9)));
    assertThat(workload.output().reportInterval()).isEqualTo(Duration.ofSeconds(59));
    assertThat(workload.liveMetrics().port()).isEqualTo(port);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "name | a b | must be 1 to 64 letters, digits, dots, hyphens or underscores",
        "name | ../x | must be 1 to 64 letters, digits, dots, hyphens or underscores",
        "seed | x | must be a whole number from",
        "load.threads | 0 | must be a whole number from 1 to 4,096",
        "load.threads | 4097 | must be a whole number from 1 to 4,096",
        "load.threads | abc | must be a whole number from 1 to 4,096",
        "load.rate | 0 | must be above 0/s and at most 10M/s",
        "load.arrivals | bursty | must be one of uniform, poisson",
        "load.mode | SYNC | must be one of sync, async, oneway",
        "load.in-flight | 0 | must be a whole number from 1 to 1,000,000",
        "load.messages | -1 | must be a whole number from 0 to",
        "load.warmup | 5 | must be a duration with its unit, such as 5s or 5ms",
        "load.duration | 5 | must be a duration with its unit, such as 5s or 5ms",
        "load.settle | soon | must be a duration such as 500ms, 30s or 2m",
        "load.failure-pause | 1 | must be a duration with its unit",
        "load.pause | 1 | must be a duration with its unit",
        "load.spin | 1 | must be a duration with its unit",
        "load.repeat | 0 | must be a whole number from 1 to 1,000",
        "message.size | 0 | must be from 1 to 1,073,741,824 bytes",
        "message.size | -1 | must be from 1 to 1,073,741,824 bytes",
        "message.size | 2g | must be from 1 to 1,073,741,824 bytes",
        "message.size | large | must be a size such as 1024, 64KiB or 1g",
        "message.batch | 1025 | must be a whole number from 1 to 1,024",
        "message.keys | yes | must be true, false, or a distribution such as zipf(1000)",
        "message.size | 1KiB 70%, 4KiB 20% | must be a size, or sizes of at least 40 bytes",
        "message.size | 1KiB 70%, 4KiB | must be a size, or sizes of at least 40 bytes",
        "message.size | 1KiB 0%, 4KiB 100% | must be a size, or sizes of at least 40 bytes",
        "message.size | 10 50%, 4KiB 50% | must be a size, or sizes of at least 40 bytes",
        "message.size | 70%, 30% | must be a size, or sizes of at least 40 bytes",
        "message.compressible | 1.5 | must be",
        "message.keys | zipf(0) | must be zipf of 1 to 1,000,000 keys",
        "message.keys | zipf(10, 11) | must be zipf of 1 to 1,000,000 keys",
        "message.keys | zipf(10, 1.2.3) | must be true, false, or a distribution such as zipf(1000)",
        "message.keys | sometimes | must be true, false, or a distribution such as zipf(1000)",
        "message.tags | red 60%, blue 40% | must be a number, or shares of 100 % in all",
        "message.tags | 1000001 | must be a whole number from 0 to 1,000,000",
        "topic.count | 0 | must be a whole number from 1 to 10,000",
        "topic.shares | 70%, 30% | must have as many shares as there are topics (topic.count), 1",
        "topic.shares | zipf(10) | must have as many shares as there are topics (topic.count), 1",
        "topic.shares | zipf(10, 11) | must be zipf of 1 to 10,000 topics",
        "topic.shares | a 60%, b 40% | must be equal, shares of 100 % in all",
        "topic.shares | 60%, 30% | must be equal, shares of 100 % in all",
        "message.properties | 32768 | must be from 0 to 32,767 bytes",
        "limits.achieved | 1.1 | must be a fraction from 0 to 1",
        "limits.generator-cpu | NaN | must be a fraction from 0 to 1",
        "limits.foreign-cpu | -0.1 | must be a fraction from 0 to 1",
        "limits.generator-starved | 50% | must be a fraction from 0 to 1",
        "limits.steal | 2 | must be a fraction from 0 to 1",
        "limits.gc | x | must be a fraction from 0 to 1",
        "limits.hiccup-p99 | 100 | must be a duration with its unit",
        "limits.failures | 2 | must be a fraction from 0 to 1",
        "output.report-interval | 999ms | must be at least 1000 ms",
        "metrics.port | 65536 | must be a whole number from 0 to 65,535",
      })
  void aValueOutOfRangeIsToldWithKeyValueAndRange(String key, String value, String rule) {
    Settings settings =
        Workload.defaults().set("load.mode", "async", "there").set(key, value, "here").settings();
    Workload.read(settings);
    assertThatThrownBy(settings::finish)
        .isInstanceOfSatisfying(
            SettingsException.class,
            e ->
                assertThat(e.problems())
                    .singleElement()
                    .satisfies(
                        line ->
                            assertThat(line)
                                .startsWith("here: " + key + " " + rule)
                                .endsWith(String.format(Locale.ROOT, "got \"%s\"", value))));
  }

  @Test
  void aPauseIsForAClosedLoopOnly() {
    assertThat(TestWorkload.of("load.pause=24ms").load().pause()).isEqualTo(Duration.ofMillis(24));
    assertThatThrownBy(() -> TestWorkload.of("load.pause=24ms", "load.rate=7/s"))
        .rootCause()
        .hasMessage("--set: load.pause must be 0 with a load.rate: it says when messages are due");
  }

  private static int freePort() throws IOException {
    try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return probe.getLocalPort();
    }
  }

  @Test
  void aBusyMetricsPortIsRefused() throws IOException {
    try (ServerSocket busy = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThatThrownBy(() -> TestWorkload.of("metrics.port=" + busy.getLocalPort()))
          .rootCause()
          .hasMessage(
              "--set: metrics.port must be a free port, but %d is not; name another",
              busy.getLocalPort());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "metrics.host=10.255.255.1 | metrics.host must be an address of this machine, or 0.0.0.0 for all of them, got \"10.255.255.1\"",
        "metrics.push.otlp=collector:4318 | metrics.push.otlp must be an address without a user, such as http://10.0.0.3:9100/metrics, got \"collector:4318\"",
        "metrics.push.otlp=http://127.0.0.1:1 | metrics.push.otlp must be a receiver that is up, but http://127.0.0.1:1 accepts no connection (Connection refused); start it, or leave the setting out",
      })
  void destinationsOfLiveFiguresAreCheckedBeforeTheRun(String assignment, String problem) {
    assertThatThrownBy(() -> TestWorkload.of(assignment))
        .rootCause()
        .hasMessage("--set: " + problem);
  }

  @Test
  void aReceiverOfLiveFiguresIsNamedByOneAddress() throws IOException {
    try (ServerSocket receiver = new ServerSocket(0, 9, InetAddress.getLoopbackAddress())) {
      String at = "http://127.0.0.1:" + receiver.getLocalPort();
      assertThat(TestWorkload.of("metrics.push.otlp=" + at).liveMetrics().otlp())
          .contains(URI.create(at + "/v1/metrics"));
      assertThat(
              TestWorkload.of("metrics.push.influx=" + at + "/write?db=load")
                  .liveMetrics()
                  .influx())
          .contains(new InfluxDatabase(at, "load", "", "", ""));
      assertThat(
              TestWorkload.of(
                      "metrics.push.influx=" + at + "/api/v2/write?org=o&bucket=b&precision=ms",
                      "metrics.push.influx-token=t")
                  .liveMetrics()
                  .influx())
          .contains(new InfluxDatabase(at, "", "o", "b", "t"));
      assertThat(
              TestWorkload.of(
                      "metrics.push.influx=" + at + "/api/v2/write?org=my%20org&bucket=a%2Fb+c")
                  .liveMetrics()
                  .influx())
          .contains(new InfluxDatabase(at, "", "my org", "a/b c", ""));
      assertThatThrownBy(() -> TestWorkload.of("metrics.push.influx=" + at))
          .rootCause()
          .hasMessageContaining("metrics.push.influx must be a write address, ");
      assertThatThrownBy(
              () -> TestWorkload.of("metrics.push.influx=" + at + "/write?db=load&u=me&p=k4Marker"))
          .rootCause()
          .hasMessage(
              "--set: metrics.push.influx must have no parameters but db, or org and bucket, got u,"
                  + " p; a token is given by metrics.push.influx-token");
    }
  }

  @Test
  void theLeadingLatencyIsWhatSomebodyWaits() {
    assertThat(TestWorkload.of().leadingMetric()).isEqualTo(Metric.SERVICE);
    assertThat(TestWorkload.of("load.rate=1000/s").leadingMetric()).isEqualTo(Metric.RESPONSE);
    assertThat(TestWorkload.of("load.threads=0", "consume.threads=1").leadingMetric())
        .isEqualTo(Metric.END_TO_END);
    assertThat(TestWorkload.of("consume.threads=1").leadingMetric()).isEqualTo(Metric.SERVICE);
  }

  @Test
  void spinsByItselfOnlyWithFewerThreadsThanProcessors() {
    int processors = Runtime.getRuntime().availableProcessors();
    Load load = TestWorkload.of("load.threads=4000").load();
    assertThat(load.spinNanos(processors)).isZero();
    assertThat(load.spinNanos(processors - 1)).isEqualTo(100_000);
  }
}
