package io.brokerbench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.address.HostPort;
import io.brokerbench.workload.WorkerSettings.Placement;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class WorkerSettingsTest {

  private static WorkerSettings of(String settings) {
    return TestWorkload.of(settings.strip().split("\\s+")).workers();
  }

  @Test
  void thereAreNoneByDefault() {
    WorkerSettings none = TestWorkload.of().workers();
    assertThat(none.any()).isFalse();
    assertThat(none.address()).isEqualTo(new HostPort("127.0.0.1", 7700));
    assertThat(none.credentials()).isEmpty();
    assertThat(none.placement()).isEqualTo(Placement.MIXED);
  }

  @Test
  void unevenWorkersHaveShares() {
    assertThat(of("workers.count=2 workers.shares=a=2,b=0.5").shares())
        .isEqualTo(Map.of("a", 2.0, "b", 0.5));
    assertThat(of("workers.count=2 workers.listen=[::1]:7700").address())
        .isEqualTo(new HostPort("::1", 7700));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "workers.count=4 load.threads=4",
        "workers.count=4 load.threads=1 consume.threads=1 consume.clients=4",
        "workers.count=5 load.threads=3 consume.threads=1 consume.clients=2"
            + " workers.placement=apart",
        "workers.count=2 load.threads=4 load.mode=async load.in-flight=4",
        "workers.count=2 load.threads=4 load.mode=async load.in-flight=none",
        "workers.count=4 load.threads=4 load.mode=async load.rate=4/s load.in-flight=10%",
        "load.threads=4 load.mode=async load.in-flight=1",
        "workers.count=2 load.threads=4 consume.threads=1 consume.clients=4"
            + " workers.placement=paired"
      })
  void everyWorkerHasAPart(String settings) {
    assertThat(of(settings).count()).isNotNegative();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "workers.count=5 load.threads=4 consume.threads=1 consume.clients=3"
            + " | workers.count must be at most 4: a worker needs a sender (load.threads) or a"
            + " consumer client (consume.clients)",
        "workers.count=2 load.threads=1 consume.clients=2"
            + " | workers.count must be at most 1: a worker needs a sender",
        "workers.count=2 workers.placement=apart | workers.placement apart needs two workers",
        "workers.count=1 workers.placement=apart consume.threads=1"
            + " | workers.placement apart needs two workers",
        "workers.count=3 workers.placement=apart load.threads=1 consume.threads=1"
            + " | workers.placement apart needs two workers or more, a sender (load.threads) for"
            + " each of the first half, and a consumer client (consume.clients) for each of the"
            + " others",
        "workers.count=4 workers.placement=apart consume.threads=1"
            + " | workers.placement apart needs two workers",
        "workers.count=2 workers.placement=paired load.threads=4 consume.threads=1 consume.clients=3"
            + " | workers.placement paired needs as many consumer clients (consume.clients, 3) as"
            + " senders (load.threads, 4), and no message.shards",
        "workers.count=2 workers.placement=paired load.threads=4"
            + " | workers.placement paired needs as many consumer clients (consume.clients, 0)",
        "workers.count=2 workers.placement=paired load.threads=4 consume.threads=1"
            + " consume.clients=4 message.shards=4 | workers.placement paired needs",
        "workers.count=2 load.threads=4 load.mode=async load.in-flight=3"
            + " | load.in-flight must be at least 4 (load.threads) with workers: each has its"
            + " senders' part of it",
        "workers.count=2 load.threads=4 load.mode=async load.in-flight='8 for 1s, 3 for 1s'"
            + " | load.in-flight must be at least 4 (load.threads)",
        "workers.count=2 workers.local=true workers.listen=127.0.0.1:7700"
            + " | workers.listen is for workers that are started elsewhere",
        "workers.listen=7700 | workers.listen must be host:port, got",
        "workers.listen=host:65536 | workers.listen must be host:port with a port up to 65535",
        "workers.shares=a | workers.shares must be the names of workers with their shares, such as",
        "workers.shares=a=0 | workers.shares must be the names of workers",
        "workers.shares=a=1,b=x | workers.shares must be the names of workers",
        "workers.shares=a=1,a=2 | workers.shares must be the names of workers",
        "workers.credentials=no-such-directory | workers.credentials must be a directory that",
        "workers.count=1001 | workers.count"
      })
  void isRefusedInOneLine(String settings, String problem) {
    String[] assignments = settings.strip().split(" (?=[a-z.-]+=)");
    for (int i = 0; i < assignments.length; i++) {
      assignments[i] = assignments[i].replace("'", "");
    }
    assertThatThrownBy(() -> TestWorkload.of(assignments))
        .cause()
        .isInstanceOfSatisfying(
            SettingsException.class,
            refused ->
                assertThat(refused.problems())
                    .singleElement()
                    .asString()
                    .startsWith("--set: " + problem));
  }
}
