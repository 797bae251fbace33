package io.brokerbench.rocketmq.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.driver.Session;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.RequestCode;
import org.apache.rocketmq.remoting.protocol.body.HARuntimeInfo;
import org.apache.rocketmq.remoting.protocol.body.HARuntimeInfo.HAConnectionRuntimeInfo;
import org.apache.rocketmq.remoting.protocol.body.KVTable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class BrokerFiguresTest {

  private static final long BEHIND = 70;
  private static final long LACKING = 100;
  private static final int MASTERS_OFFSET = 1_000;

  /** How the master answers when asked for the state of its replication. */
  private enum Replication {
    REPORTED,
    REFUSED,
    CONNECTION_LOST
  }

  @RegisterExtension
  private final LoopbackBroker server = new LoopbackBroker(request -> answer(request.getCode()));

  private final AtomicInteger asked = new AtomicInteger();
  private volatile Replication replication = Replication.REPORTED;

  BrokerFiguresTest() throws IOException {}

  private @Nullable RemotingCommand answer(int code) {
    return switch (code) {
      case RequestCode.GET_BROKER_RUNTIME_INFO -> LoopbackBroker.success(slave());
      case RequestCode.GET_BROKER_HA_STATUS -> replication();
      default -> LoopbackBroker.refusal();
    };
  }

  private @Nullable RemotingCommand replication() {
    asked.incrementAndGet();
    return switch (replication) {
      case REPORTED -> LoopbackBroker.success(state());
      case REFUSED -> LoopbackBroker.refusal();
      case CONNECTION_LOST -> null;
    };
  }

  private static KVTable slave() {
    KVTable figures = new KVTable();
    figures.setTable(
        new HashMap<>(Map.of("commitLogMaxOffset", String.valueOf(MASTERS_OFFSET - LACKING))));
    return figures;
  }

  private static HARuntimeInfo state() {
    HAConnectionRuntimeInfo slave = new HAConnectionRuntimeInfo();
    slave.setDiff(BEHIND);
    HARuntimeInfo state = new HARuntimeInfo();
    state.setHaConnectionInfo(List.of(slave));
    return state;
  }

  private @Nullable Long behind(BrokerFigures figures, String release) {
    figures.answered(
        LoopbackBroker.NAME,
        server.address(),
        Map.of("brokerVersionDesc", release, "commitLogMaxOffset", String.valueOf(MASTERS_OFFSET)));
    return figures.latest().get(Session.REPLICA_BEHIND);
  }

  private BrokerFigures figures() throws Exception {
    return new BrokerFigures(server.admin(), server.brokers());
  }

  @Test
  void aMasterThatDidNotReportItsReplicationIsAskedAgain() throws Exception {
    BrokerFigures figures = figures();
    assertThat(behind(figures, "V5_5_0")).isEqualTo(BEHIND);
    replication = Replication.CONNECTION_LOST;
    assertThat(behind(figures, "V5_5_0")).as("without an answer").isEqualTo(-1);
    replication = Replication.REPORTED;
    assertThat(behind(figures, "V5_5_0")).isEqualTo(BEHIND);
  }

  @Test
  void whereTheReplicationIsNotReportedTheSlavesCommitLogIsCompared() throws Exception {
    BrokerFigures figures = figures();
    replication = Replication.REFUSED;
    assertThat(behind(figures, "V5_5_0")).isEqualTo(LACKING);
    assertThat(asked).hasValue(1);
    assertThat(behind(figures, "V4_9_7")).isEqualTo(LACKING);
    assertThat(asked).as("a release 4.x is not asked").hasValue(1);
  }
}
