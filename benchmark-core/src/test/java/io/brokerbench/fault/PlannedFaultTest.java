package io.brokerbench.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.ClusterPlan;
import io.brokerbench.driver.ClusterPlan.Targets;
import io.brokerbench.driver.Driver;
import io.brokerbench.driver.Node.Impairment;
import io.brokerbench.driver.NodeRole;
import io.brokerbench.driver.Seat;
import io.brokerbench.driver.Session;
import io.brokerbench.fault.PlannedFault.Action;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsException;
import io.brokerbench.workload.SettingsReader;
import io.brokerbench.workload.Workload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PlannedFaultTest {

  private final Path home;
  private Targets targets = Targets.of(List.of("namesrv", "master", "slave"));
  private int ledQueues;
  private boolean followers;
  private Optional<String> refusal = Optional.empty();
  private boolean reportsRestarts = true;

  PlannedFaultTest(@TempDir Path home) {
    this.home = home;
  }

  private List<PlannedFault> read(Consumer<SettingsReader> given) throws SettingsException {
    SettingsReader reader = Workload.defaults();
    reader.set("load.rate", "100/s", "--rate").set("load.duration", "60s", "--duration");
    given.accept(reader);
    Settings settings = reader.settings();
    Workload workload = Workload.read(settings);
    Driver driver =
        new Driver() {
          @Override
          public int ledQueues(int brokerGroups) {
            return ledQueues * brokerGroups;
          }

          @Override
          public boolean queuesHaveFollowers() {
            return followers;
          }

          @Override
          public Session connect(Cluster cluster, Seat seat, Consumer<String> progress) {
            throw new AssertionError("nothing is connected");
          }
        };
    ClusterPlan plan =
        new ClusterPlan() {
          @Override
          public Targets targets() {
            return targets;
          }

          @Override
          public Optional<String> refusal(Impairment impairment) {
            return refusal;
          }

          @Override
          public boolean reportsRestarts() {
            return reportsRestarts;
          }

          @Override
          public Cluster start(Consumer<String> progress) {
            throw new AssertionError("nothing is started");
          }
        };
    List<PlannedFault> faults = FaultSettings.read(settings, workload, driver, plan);
    settings.refuse();
    return faults;
  }

  private List<PlannedFault> flags(String... faults) throws SettingsException {
    return read(reader -> List.of(faults).forEach(each -> FaultSettings.add(reader, each)));
  }

  @Test
  void aFileAndFlagsMeanTheSame() throws Exception {
    Path file =
        Files.writeString(
            home.resolve("faults.yaml"),
            "faults:\n- {at: 30s, pause: slave, for: 10s}\n- {at: 20s, kill: master, restart: 5s}\n");
    List<PlannedFault> faults = read(reader -> reader.file(file));
    assertThat(faults)
        .containsExactly(
            new PlannedFault(
                Action.KILL, "master", Duration.ofSeconds(20), Optional.of(Duration.ofSeconds(5))),
            new PlannedFault(
                Action.PAUSE,
                "slave",
                Duration.ofSeconds(30),
                Optional.of(Duration.ofSeconds(10))));
    assertThat(flags("pause slave at 30s for 10s", "kill master at 20s restart 5s"))
        .isEqualTo(faults);
    assertThat(
            read(
                reader -> {
                  reader.file(file);
                  FaultSettings.add(reader, "run ./a script.sh at 1s");
                }))
        .hasSize(3)
        .first()
        .isEqualTo(
            new PlannedFault(Action.RUN, "./a script.sh", Duration.ofSeconds(1), Optional.empty()));
  }

  @Test
  void aTimeMayBeARandomMoment() throws Exception {
    assertThat(flags("kill master at 5s..35s restart 8s"))
        .containsExactly(
            new PlannedFault(
                Action.KILL,
                "master",
                "",
                Duration.ofSeconds(5),
                Duration.ofSeconds(35),
                Optional.of(Duration.ofSeconds(8))));
    assertThatThrownBy(() -> flags("kill master at 5s..60s"))
        .hasMessageContaining("must be before the end of the measured time");
    assertThatThrownBy(
            () -> flags("kill master at 5s..35s restart 8s", "pause master at 42s for 1s"))
        .hasMessageContaining("has two faults of master at once");
    assertThat(flags("kill master at 5s..35s restart 8s", "pause master at 44s for 1s")).hasSize(2);
  }

  @Test
  void timesAreScaledWithTheLoad() throws Exception {
    List<PlannedFault> faults =
        read(
            reader -> {
              reader.set("scale.time", "0.1", "--set");
              FaultSettings.add(reader, "kill master at 20s restart 5s");
            });
    assertThat(faults)
        .containsExactly(
            new PlannedFault(
                Action.KILL, "master", Duration.ofSeconds(2), Optional.of(Duration.ofMillis(500))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "kill master | --fault: must be such as",
        "burn master at 3s | --fault: must be such as",
        "kill leader at 3s | faults.1.kill must be one of namesrv, master, slave, got \"leader\"",
        "kill master at 60s | faults.1.at must be before the end of the measured time (load.duration, 60.0 s), got 60.0 s",
        "kill master at soon | faults.1.at must be a duration",
        "kill master at 5s..soon | faults.1.at must be a duration",
        "kill master at 5s..4s | faults.1.at must be an earlier and a later time, such as 5s..35s, got",
        "kill master at 3s for 3s | faults.1.for does not belong to the action kill",
        "pause slave at 3s restart 3s | faults.1.restart does not belong to the action pause",
        "pause slave at 3s | faults.1 needs for, the length of pause",
        "fill-disk slave at 3s | faults.1 needs for, the length of fill-disk",
        "fill-disk slave at 3s for 2s | faults.1.fill-disk needs cluster.host=container with a cluster.container.store-size",
        "isolate slave at 3s for 2s | faults.1.isolate needs cluster.host=container with cluster.container.network=pod, and no",
        "delay slave at 3s for 2s | faults.1.delay needs RocketMQ with cluster.topology=1m1s, cluster.host=container and no",
        "slow-disk slave at 3s for 2s | faults.1.slow-disk needs cluster.host=container without a store-size",
        "run ./a.sh at 3s for 2s | faults.1.for does not belong to the action run",
      })
  void aBadFaultIsRefusedInOneLine(String fault, String problem) {
    assertThatThrownBy(() -> flags(fault)).hasMessageContaining(problem);
  }

  @Test
  void whatTheHostCannotDoHereIsRefusedBeforeTheStart() throws Exception {
    targets = targets.with(EnumSet.of(Impairment.SLOW_DISK));
    assertThat(flags("slow-disk slave at 3s for 2s")).hasSize(1);
    refusal = Optional.of("needs root");
    assertThatThrownBy(() -> flags("slow-disk slave at 3s for 2s"))
        .hasMessageContaining("faults.1.slow-disk needs root");
    assertThat(flags("kill slave at 3s")).hasSize(1);
    assertThatThrownBy(() -> flags("isolate slave at 3s for 2s"))
        .hasMessageContaining("faults.1.isolate needs " + Impairment.ISOLATE.needs());
  }

  @Test
  void aMeasuredTimeBelowASecondIsShownAsItIs() {
    assertThatThrownBy(
            () ->
                read(
                    reader -> {
                      reader.set("load.duration", "500ms", "--duration");
                      FaultSettings.add(reader, "kill master at 1s");
                    }))
        .hasMessageContaining("(load.duration, 0.5 s), got 1.0 s");
  }

  @Test
  void aTargetMayBeARole() throws Exception {
    targets =
        new Targets(
            List.of("namesrv", "broker-0"),
            List.of(NodeRole.MASTER, NodeRole.CONTROLLER_LEADER),
            1,
            Set.of());
    ledQueues = 4;
    Path file =
        Files.writeString(
            home.resolve("roles.yaml"),
            "faults:\n- {at: 20s, kill: leader of queue 3, restart: 10s}\n- {at: 40s, stop: controller leader}\n");
    List<PlannedFault> faults = read(reader -> reader.file(file));
    assertThat(faults)
        .containsExactly(
            new PlannedFault(
                Action.KILL,
                "leader of queue 3",
                Duration.ofSeconds(20),
                Optional.of(Duration.ofSeconds(10))),
            new PlannedFault(
                Action.STOP, "controller leader", Duration.ofSeconds(40), Optional.empty()));
    assertThat(faults)
        .extracting(PlannedFault::role)
        .containsExactly(
            Optional.of(NodeRole.leaderOf(3)), Optional.of(NodeRole.CONTROLLER_LEADER));
    assertThat(flags("kill leader of queue 3 at 20s restart 10s", "stop controller leader at 40s"))
        .isEqualTo(faults);
    assertThat(flags("kill leader of queue 0 at 3s", "kill leader of queue 0 at 6s")).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "leader of queue 4 | 4 | namesrv, master, leader of queue 0 to 3",
        "leader of queue 1 | 1 | namesrv, master, leader of queue 0",
        "leader of queue 0 | 0 | namesrv, master",
        "leader of queue 03 | 4 | namesrv, master, leader of queue 0 to 3",
        "leader of queue -1 | 4 | namesrv, master, leader of queue 0 to 3",
        "leader | 4 | namesrv, master, leader of queue 0 to 3",
        "follower of queue 0 | 4 | namesrv, master, leader of queue 0 to 3",
        "slave | 0 | namesrv, master",
        "controller leader | 0 | namesrv, master",
      })
  void aRoleThatNoNodeCanHaveIsRefusedInOneLine(String role, int queues, String possible) {
    targets = new Targets(List.of("namesrv"), List.of(NodeRole.MASTER), 1, Set.of());
    ledQueues = queues;
    assertThatThrownBy(() -> flags("kill " + role + " at 3s"))
        .hasMessageContaining(
            "faults.1.kill must be one of " + possible + ", got \"" + role + "\"");
  }

  @Test
  void eachGroupOfBrokersHasQueuesOfItsOwn() throws Exception {
    targets = new Targets(List.of("master-a", "master-b"), List.of(), 2, Set.of());
    ledQueues = 4;
    assertThat(flags("kill leader of queue 7 at 3s").get(0).role()).contains(NodeRole.leaderOf(7));
    assertThatThrownBy(() -> flags("kill leader of queue 8 at 3s"))
        .hasMessageContaining("must be one of master-a, master-b, leader of queue 0 to 7, got");
  }

  @Test
  void queuesMayHaveFollowers() throws Exception {
    ledQueues = 2;
    followers = true;
    assertThat(flags("kill follower of queue 1 at 3s").get(0).role())
        .contains(NodeRole.followerOf(1));
    assertThatThrownBy(() -> flags("kill follower of queue 2 at 3s"))
        .hasMessageContaining(
            "must be one of namesrv, master, slave, leader of queue 0 to 1, follower of queue 0"
                + " to 1, got \"follower of queue 2\"");
  }

  @Test
  void onlyFaultsOfQueuesNeedReportsOfTheirNodes() throws Exception {
    assertThat(hitRolesOfQueues("kill: leader of queue 0")).isTrue();
    assertThat(hitRolesOfQueues("kill: follower of queue 0")).isTrue();
    assertThat(hitRolesOfQueues("kill: controller leader")).isFalse();
    assertThat(hitRolesOfQueues("pause: r1")).isFalse();
  }

  private boolean hitRolesOfQueues(String fault) throws Exception {
    Path file = Files.writeString(home.resolve("one.yaml"), "faults: [{at: 3s, " + fault + "}]\n");
    return FaultSettings.hitRolesOfQueues(Workload.defaults().file(file).settings());
  }

  @Test
  void aDiskOfLimitedSizeCanBeFilled() throws Exception {
    targets = targets.with(Set.of(Impairment.FILL_DISK));
    assertThat(flags("fill-disk slave at 3s for 2s"))
        .containsExactly(
            new PlannedFault(
                Action.FILL_DISK,
                "slave",
                Duration.ofSeconds(3),
                Optional.of(Duration.ofSeconds(2))));
  }

  @Test
  void aNodeThatDoesNotReportItsReturnIsNotRestarted() throws Exception {
    reportsRestarts = false;
    for (String action : List.of("kill", "stop")) {
      assertThatThrownBy(() -> flags(action + " master at 3s restart 2s"))
          .hasMessageContaining(
              "faults.1.restart is not for these brokers, which do not report that they accept");
    }
    assertThat(flags("kill master at 3s", "pause slave at 3s for 2s")).hasSize(2);
  }

  @Test
  void aNodeHasOneFaultAtATime() throws Exception {
    String twice =
        "has two faults of master at once: \"kill master\" at 3.0 s, and \"pause master\"";
    assertThatThrownBy(() -> flags("pause master at 5s for 1s", "kill master at 3s restart 2s"))
        .hasMessageContaining(twice);
    assertThatThrownBy(() -> flags("pause master at 50s for 1s", "kill master at 3s"))
        .hasMessageContaining(twice);
    assertThat(flags("pause master at 6s for 1s", "kill master at 3s restart 2s")).hasSize(2);
    targets = new Targets(List.of("broker-0", "broker-1"), List.of(NodeRole.MASTER), 1, Set.of());
    assertThat(flags("kill master at 6s", "kill master at 3s")).hasSize(2);
  }

  @Test
  void theLoadMustShowAnOutage() {
    assertThatThrownBy(
            () ->
                read(
                    reader -> {
                      reader.set("load.rate", "closed", "--rate");
                      FaultSettings.add(reader, "kill master at 3s");
                    }))
        .hasMessageContaining("faults needs senders with a load.rate");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "load.mode=oneway | faults needs acknowledgements",
        "load.duration=0 | faults needs a load.duration of at most a day",
        "load.duration=25h | faults needs a load.duration of at most a day",
        "consume.backlog=25h | faults needs a load.duration of at most a day",
        "load.rate=10m/s | for the times of all messages, half of the heap",
        "load.in-flight=10 for 30s, 20 for 30s | faults needs one limit of sends in flight",
      })
  void theLoadMustBeRecorded(String setting, String problem) {
    assertThatThrownBy(
            () ->
                read(
                    reader -> {
                      if (setting.startsWith("load.in-flight")) {
                        reader.assign("load.mode=async");
                      }
                      if (setting.startsWith("consume.backlog")) {
                        reader.assign("consume.threads=1");
                      }
                      reader.assign(setting);
                      FaultSettings.add(reader, "kill master at 3s");
                    }))
        .hasMessageContaining(problem);
  }

  @Test
  void otherClustersAreHitByCommandsOnly() throws Exception {
    targets = Targets.NONE;
    assertThatThrownBy(() -> flags("kill master at 3s"))
        .hasMessageContaining("faults.1.kill needs a cluster that brokerbench starts");
    assertThat(flags("run ./kill.sh at 3s")).hasSize(1);
  }

  @Test
  void nodesMayBeCutOffTogether() throws Exception {
    targets = targets.with(EnumSet.of(Impairment.PARTITION));
    Duration ten = Duration.ofSeconds(10);
    List<PlannedFault> faults = flags("partition master with namesrv at 10s for 10s");
    assertThat(faults)
        .containsExactly(
            new PlannedFault(Action.PARTITION, "master", "namesrv", ten, ten, Optional.of(ten)));
    assertThat(faults.get(0).text()).isEqualTo("partition master with namesrv");
    assertThat(flags("run ./cut.sh with care at 3s").get(0).target())
        .isEqualTo("./cut.sh with care");
    assertThatThrownBy(() -> flags("kill master with namesrv at 3s"))
        .hasMessageContaining("faults.1.with does not belong to the action kill");
    assertThatThrownBy(() -> flags("partition master with master at 3s for 1s"))
        .hasMessageContaining("faults.1.with must be another node than \"master\"");
    assertThatThrownBy(() -> flags("partition master with leader at 3s for 1s"))
        .hasMessageContaining(
            "faults.1.with must be one of namesrv, master, slave, got \"leader\"");
    assertThatThrownBy(
            () ->
                flags(
                    "partition master with namesrv at 10s for 10s", "pause namesrv at 15s for 1s"))
        .hasMessageContaining("has two faults of namesrv at once");
  }

  @Test
  void everyPartIsKnownAndNecessary() {
    assertThatThrownBy(() -> read(reader -> reader.set("faults.1.kill", "master", "--set")))
        .hasMessageContaining("faults.1 needs at");
    assertThatThrownBy(() -> read(reader -> reader.set("faults.1.at", "3s", "--set")))
        .hasMessageContaining(
            "faults.1 must have one of kill, stop, pause, fill-disk, slow-disk, partition, isolate, delay, run");
    assertThatThrownBy(() -> read(reader -> reader.set("faults.1.burn", "3s", "--set")))
        .hasMessageContaining("faults.1.burn is no part of a fault");
  }
}
