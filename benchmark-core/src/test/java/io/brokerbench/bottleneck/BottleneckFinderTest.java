package io.brokerbench.bottleneck;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.brokerbench.measurement.TestResult;
import io.brokerbench.results.Promise;
import io.brokerbench.results.RunResult;
import io.brokerbench.results.RunResult.Bottleneck;
import io.brokerbench.results.RunResult.Bottleneck.Cause;
import io.brokerbench.results.Verdict;
import io.brokerbench.results.Verdict.Status;
import io.brokerbench.workload.TestWorkload;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A closed loop of 1,000 messages per second whose sends take 1 ms, on a machine whose two
 * processors are 30 % busy.
 */
final class BottleneckFinderTest {

  private static final ObjectMapper MAPPER =
      new ObjectMapper().registerModule(new JavaTimeModule());

  /** The limit of the run with these parts of its result replaced, in relaxed JSON. */
  private static Bottleneck limit(String settings, String changes) throws IOException {
    TestResult result =
        new TestResult().closedLoop().promise(new Promise(true, false, 1, "from memory"));
    JsonNode run = MAPPER.valueToTree(result.result(new Verdict(Status.VALID, List.of())));
    MAPPER
        .readerForUpdating(run)
        .with(JsonParser.Feature.ALLOW_UNQUOTED_FIELD_NAMES)
        .with(JsonParser.Feature.ALLOW_SINGLE_QUOTES)
        .readValue("{" + changes + "}");
    return BottleneckFinder.of(
        MAPPER.treeToValue(run, RunResult.class), TestWorkload.of(settings.split(" ", -1)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "load.rate=1000/s | throughput: {offeredPerSecond: 1000} | NONE"
            + " | nothing: the offered rate was held; cpu of this machine was nearest its ceiling, at 30 %",
        "load.rate=5000/s | throughput: {offeredPerSecond: 5000}, sends: {rejected: {SYSTEM_BUSY: 900}}"
            + " | THROTTLING | the brokers throttled the load: 9 % of the messages were rejected (SYSTEM_BUSY)",
        "load.rate=closed | brokerFigures: {alarms: {first: 0, max: 1, last: 1, aboveZeroShare: 0.8}}"
            + " | THROTTLING | a resource alarm was in effect in 80 % of the samples",
        "load.rate=closed | brokerFigures: {blockedMillis: {first: 1000, max: 8200, last: 8200}}"
            + " | THROTTLING | publishers were blocked for 80 % of the time",
        "load.rate=closed"
            + " | resources: {host: {cpuCoresMean: 1.98, foreignCpuCoresMean: 1.2}}"
            + " | OTHER_PROCESSES | processes outside the run 1.20 of the 2 processors of this machine",
        "load.rate=closed"
            + " | resources: {host: {cpuCoresMean: 1.98, foreignCpuCoresMean: 0.1}, generator: {cpuCoresMean: 1.4},"
            + " a: {role: 'broker', cpuCoresMean: 0.4, rssBytesMax: 1}}"
            + " | GENERATOR | the load generator used 1.40, the brokers 0.40",
        "load.rate=closed"
            + " | resources: {host: {cpuCoresMean: 1.98, foreignCpuCoresMean: 0.1}, generator: {cpuCoresMean: 1.0},"
            + " a: {role: 'broker', cpuCoresMean: 0.8, rssBytesMax: 1}}"
            + " | CPU | this machine, which was 99 % busy",
        "load.threads=1 | resources: {host: {cpuCoresMean: 1.68}} | ROUND_TRIP"
            + " | cpu of this machine was nearest its ceiling, at 84 %",
        "load.threads=1 | resources: {host: {cpuCoresMean: 1.72}} | CPU | which was 86 % busy",
        "load.rate=closed | verdict: {reasons: [{code: 'generator.cpu', text: 'the generator used 1.00 of the 1 processors it has'}]}"
            + " | GENERATOR | the generator used 1.00 of the 1 processors it has",
        "load.rate=closed | workload: {cluster: {container: {cpus: '0.5', memory: '0'}}},"
            + " resources: {broker-a: {role: 'broker', cpuCoresMean: 0.49, rssBytesMax: 1}}"
            + " | CPU | cpu of broker-a was in use 98 % of the time",
        "load.rate=closed | resources: {hosts: {broker-b: {processors: 4, cpuCoresMean: 1, ioWaitShare: 0,"
            + " stealShare: 0, loadAverageMax: 1, networkBytes: 1, diskBytesWritten: 1, diskBusyShareMax: 0.97}}}"
            + " | DISK | disk of broker-b was in use 97 % of the time",
        "load.rate=closed | promise: {onDisk: true}, fsync: {perSecond: 1050, share: 0.95,"
            + " latency: {count: 9, p50Nanos: 1, p99Nanos: 1}} | FLUSH | 1,000 messages per second were acknowledged,"
            + " 95 % of the 1,050 forced writes per second",
        "load.rate=closed | promise: {onDisk: true}, resources: {host: {pressureShares: {io: 0.9}}} | FLUSH"
            + " | some task waited for the disk 90 % of the time",
        "load.rate=closed | promise: {copies: 2},"
            + " brokerFigures: {replicaBehindBytes: {first: 0, max: 9, last: 0, aboveZeroShare: 0.9}}"
            + " | REPLICATION | the replica, which lacked data in 90 % of the samples",
        "load.rate=closed | brokerFigures: {sendQueueRequests: {first: 0, max: 9, last: 0, aboveZeroShare: 0.7}}"
            + " | BROKER_THREADS | requests waited for one in 70 % of the samples",
        "load.threads=1 | latency: {localTransaction: {count: 1, meanNanos: 900000}}"
            + " | LOCAL_TRANSACTION | it took 90 % of the time of a send",
        "load.threads=1 | name: 'x' | ROUND_TRIP"
            + " | the only sender thread waited 100 % of the time for answers, 1.00 ms on average",
        "load.threads=1 load.pause=9ms | name: 'x' | PAUSE"
            + " | each sender paused for 9.00 ms after each send, 90 % of its time",
        "load.mode=async | generator: {windowFullShare: 0.97}, throughput: {inFlight: '8'} | WINDOW"
            + " | the window of 8 sends in flight, which was full 97 % of the time",
        "load.threads=1 consume.threads=2 consume.work=10ms | throughput: {receivedPerSecond: 198}"
            + " | CONSUMERS | their 2 threads spent 99 % of the time on consume.work",
        // Repeated deliveries among them.
        "load.rate=1000/s consume.threads=2 consume.work=2ms"
            + " | throughput: {offeredPerSecond: 1000, receivedPerSecond: 980, flow: 'collapsed'}"
            + " | CONSUMERS | their 2 threads spent 98 % of the time on consume.work",
        "load.threads=1 consume.threads=2 consume.work=5ms | throughput: {receivedPerSecond: 198},"
            + " workload: {consume: {model: 'orderly'}}, environment: {broker: {topic: {queues: 1}}}"
            + " | QUEUE | so that 1 of 2 consumer threads worked at once; they spent 99 % of the time",
        "load.threads=64 | name: 'x' | UNKNOWN | senders waited only 2 % of the time for answers",
        // The time of a send one way is that of the client.
        "load.threads=1 load.mode=oneway | promise: {acknowledged: false} | UNKNOWN"
            + " | senders waited only 0 % of the time for answers",
        "load.threads=0 consume.threads=1 | throughput: {receivedPerSecond: 9} | UNKNOWN"
            + " | unknown, because no resource was near its ceiling; cpu of this machine was nearest"
            + " its ceiling, at 30 %",
        "load.threads=1 | sends: {attempted: 0} | UNKNOWN | no message was sent",
      })
  void isTheFirstRuleWithEvidence(String settings, String changes, Cause cause, String text)
      throws IOException {
    Bottleneck limit = limit(settings, changes);
    assertThat(limit.text()).contains(text);
    assertThat(limit.cause()).isEqualTo(cause);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        // An acknowledgement does not wait for flush or replica.
        "load.threads=1 | resources: {host: {pressureShares: {io: 0.9}}}",
        "load.threads=1 | brokerFigures: {replicaBehindBytes: {first: 0, max: 9, last: 0, aboveZeroShare: 0.9}}",
        // Consumers keep up.
        "load.threads=1 consume.threads=1 consume.work=1ms | throughput: {receivedPerSecond: 999}",
        "load.threads=1 consume.threads=1 consume.work=4ms message.tags=4 consume.filter.type=tag"
            + " consume.filter.expression=tag1 | throughput: {receivedPerSecond: 250}",
        // Each of three groups takes messages of the queue at its own pace.
        "load.threads=1 consume.threads=1 consume.groups=3 consume.work=1ms"
            + " | throughput: {receivedPerSecond: 990},"
            + " workload: {consume: {model: 'orderly'}}, environment: {broker: {topic: {queues: 1}}}",
        // They receive what their filter selects.
        "load.threads=1 consume.threads=1 consume.work=10ms message.tags=10 consume.filter.type=tag"
            + " consume.filter.expression=tag1 | throughput: {receivedPerSecond: 99}",
        // Pauses.
        "load.threads=1 | verdict: {reasons: [{code: 'generator.hiccups', text: 'it stood still'}]}",
        // A short wait.
        "load.threads=1 | brokerFigures: {alarms: {first: 0, max: 1, last: 0, aboveZeroShare: 0.04}}",
        "load.threads=1 | sends: {rejected: {client-x: 900}}",
      })
  void whatSendersDoNotWaitForIsNoLimit(String settings, String changes) throws IOException {
    assertThat(limit(settings, changes).cause()).isEqualTo(Cause.ROUND_TRIP);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "load.threads=1 | name: 'x'",
        "load.mode=async | generator: {windowFullShare: 0.97}"
      })
  void waitsForBrokersThatAreNotVisibleAreUnknown(String settings, String changes)
      throws IOException {
    Bottleneck limit = limit(settings, "environment: {cluster: {host: 'external'}}, " + changes);
    assertThat(limit.cause()).isEqualTo(Cause.UNKNOWN);
    assertThat(limit.text())
        .contains(
            "unknown, because processors, disks and network of the brokers are not visible",
            "of the time for answers, 1.00 ms on average");
  }

  /** A machine that is too busy for its exporter has no figures. */
  @Test
  void aNodeThatIsNotVisibleMayBeTheLimit() throws IOException {
    String known =
        "resources: {hosts: {broker-a: {processors: 4, cpuCoresMean: 1, ioWaitShare: 0,"
            + " stealShare: 0, loadAverageMax: 1, networkBytes: 1, diskBytesWritten: 1}},"
            + " sources: [";
    assertThat(limit("load.threads=1", known + source("broker-a") + "]}").cause())
        .isEqualTo(Cause.ROUND_TRIP);
    Bottleneck limit =
        limit("load.threads=1", known + source("broker-a") + ", " + source("broker-b") + "]}");
    assertThat(limit.cause()).isEqualTo(Cause.UNKNOWN);
    assertThat(limit.text())
        .startsWith(
            "unknown, because the processors of broker-b are not visible; cpu of broker-a was"
                + " nearest its ceiling, at 25 %; senders waited 100 % of the time for answers");
  }

  private static String source(String node) {
    return "{node: '"
        + node
        + "', source: 'node-exporter', address: 'http://x:1', reads: 1, failedReads: 0,"
        + " longestReadNanos: 1, oldestSeconds: 0, missing: []}";
  }

  @Test
  void theNodeIsNamed() throws IOException {
    String hosts =
        "resources: {hosts: {broker-b: {processors: 4, cpuCoresMean: 3.9, ioWaitShare: 0,"
            + " stealShare: 0, loadAverageMax: 1, networkBytes: 1, diskBytesWritten: 1}}}";
    assertThat(limit("load.threads=1", hosts).node()).isEqualTo("broker-b");
    assertThat(limit("load.threads=1", "name: 'x'").node()).isNull();
  }
}
