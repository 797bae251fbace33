package io.brokerbench.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Outgoing;
import io.brokerbench.driver.Producer;
import io.brokerbench.driver.Seat;
import io.brokerbench.driver.Session;
import io.brokerbench.record.SendOutcome;
import io.brokerbench.run.Experiment;
import io.brokerbench.workload.SettingsReader;
import io.brokerbench.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Sessions of a driver without load and measurement. */
final class Sessions {

  private static final String ACKED = SendOutcome.ACKED + " ";

  private Sessions() {}

  /**
   * Connects to a cluster as an external one, with a send timeout above the drivers' defaults for a
   * busy machine.
   */
  static Session connect(Cluster cluster, String... assignments) throws Exception {
    List<String> all = new ArrayList<>(List.of("client.send-timeout=30s"));
    all.addAll(List.of(assignments));
    all.add("cluster.host=external");
    all.add("cluster.addresses=" + cluster.address());
    Experiment experiment = experiment(all.toArray(String[]::new));
    return experiment
        .driver()
        .connect(experiment.cluster().start(step -> {}), Seat.WHOLE, step -> {});
  }

  /** Connects to a cluster as one started by the benchmark. */
  static Session own(Cluster cluster, String... assignments) throws Exception {
    return experiment(assignments).driver().connect(cluster, Seat.WHOLE, step -> {});
  }

  private static Experiment experiment(String... assignments) throws Exception {
    SettingsReader reader = Workload.defaults();
    for (String assignment : assignments) {
      reader.assign(assignment);
    }
    return Experiment.check(reader, "test");
  }

  /**
   * Sends that many messages, all acknowledged; returns their texts: the prefix and a number from
   * 0.
   */
  static Set<String> send(Session session, String prefix, int count) throws Exception {
    return send(session.producer(0), prefix, count, -1);
  }

  static Set<String> send(Producer producer, String prefix, int count, int shard) {
    Map<String, String> outcomes = new TreeMap<>();
    send(producer, prefix, count, shard, outcomes);
    assertThat(outcomes)
        .hasSize(count)
        .allSatisfy((text, outcome) -> assertThat(outcome).startsWith(ACKED));
    return new TreeSet<>(outcomes.keySet());
  }

  /** Sends that many messages one by one and records the outcome of each: "ACKED SEND_OK". */
  static void send(
      Producer producer, String prefix, int count, int shard, Map<String, String> outcomes) {
    for (int i = 0; i < count; i++) {
      String text = prefix + i;
      Outgoing outgoing = new Outgoing();
      outgoing.body = text.getBytes(UTF_8);
      outgoing.tag = "tag" + i % 2;
      outgoing.shard = shard;
      producer.send(
          new Outgoing[] {outgoing}, (known, kind) -> outcomes.put(text, known + " " + kind));
    }
  }

  /** The texts of the acknowledged messages. */
  static Set<String> acked(Map<String, String> outcomes) {
    return outcomes.entrySet().stream()
        .filter(outcome -> outcome.getValue().startsWith(ACKED))
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }
}
