package io.brokerbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.ClusterPlan;
import io.brokerbench.driver.Driver;
import io.brokerbench.driver.Seat;
import io.brokerbench.driver.Session;
import io.brokerbench.fault.PlannedFault;
import io.brokerbench.fault.PlannedFault.Action;
import io.brokerbench.generator.GeneratorPlan;
import io.brokerbench.run.Experiment;
import io.brokerbench.workload.SettingsInForce;
import io.brokerbench.workload.TestWorkload;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AnnouncementTest {

  private record ExternalPlan() implements ClusterPlan {

    @Override
    public Optional<String> external() {
      return Optional.of("10.0.0.3:9876 (from NAMESRV_ADDR)");
    }

    @Override
    public Cluster start(Consumer<String> progress) {
      throw new UnsupportedOperationException();
    }
  }

  private record TopicDriver() implements Driver {

    @Override
    public String effects() {
      return "topic x: created";
    }

    @Override
    public Session connect(Cluster cluster, Seat seat, Consumer<String> progress) {
      throw new UnsupportedOperationException();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "load.threads=64 | sends flat out with 64 threads, for 30 s after a warm-up of at most 120 s",
        "load.rate=2k/s load.warmup=0 load.duration=1500ms | sends 2k/s, for 1.5 s",
        "load.messages=5000 load.duration=0 load.warmup=0"
            + " | sends flat out with 64 threads, 5,000 messages in all",
        "load.duration=0 load.warmup=2s"
            + " | sends flat out with 64 threads, until stopped after 2 s of warm-up",
        "load.rate=10/s load.messages=9 consume.threads=1 consume.group=g load.warmup=1s"
            + " | sends 10/s and receives with group g, for 30 s after 1 s of warm-up, at most 9 messages",
        "load.rate=10/s load.warmup=0 topic.count=3"
            + " | sends 10/s (3 topics, shares: equal), for 30 s",
        "load.rate=10/s load.warmup=0 topic.count=3 topic.shares=70%,20%,10%"
            + " | sends 10/s (3 topics, shares: 70%,20%,10%), for 30 s",
        "load.threads=0 consume.threads=1 consume.group=g load.warmup=0"
            + " | receives with group g, for 30 s",
      })
  void theLineHasClusterTrafficTimeAndEffects(String assignments, String traffic) {
    assertThat(Announcement.of(experiment(new ExternalPlan(), assignments.split(" ", -1))))
        .contains(
            "external cluster 10.0.0.3:9876 (from NAMESRV_ADDR): "
                + traffic
                + "; topic x: created");
  }

  @Test
  void aClusterThatTheRunStartsIsNotAnnounced() {
    assertThat(
            Announcement.of(
                experiment(
                    progress -> {
                      throw new UnsupportedOperationException();
                    })))
        .isEmpty();
  }

  @Test
  void commandsThatInjectFaultsAreAnnounced() {
    Duration at = Duration.ofSeconds(5);
    assertThat(
            Announcement.of(
                experiment(
                    List.of(
                        new PlannedFault(Action.RUN, "./cut.sh --token t", at, Optional.empty())),
                    new ExternalPlan(),
                    "load.rate=10/s")))
        .get()
        .asString()
        .endsWith("; topic x: created; runs \"./cut.sh --token ***\"");
  }

  private static Experiment experiment(ClusterPlan plan, String... assignments) {
    return experiment(List.of(), plan, assignments);
  }

  private static Experiment experiment(
      List<PlannedFault> faults, ClusterPlan plan, String... assignments) {
    Map<String, String> settings = new HashMap<>(TestWorkload.defaults());
    for (String assignment : assignments) {
      String[] parts = assignment.split("=", 2);
      settings.put(parts[0], parts[1]);
    }
    return new Experiment(
        TestWorkload.of(assignments),
        new SettingsInForce(settings, Set.of()),
        Map.of(),
        new TopicDriver(),
        plan,
        GeneratorPlan.LOCAL,
        List.of(),
        faults,
        "test",
        List.of());
  }
}
