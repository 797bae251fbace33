package io.brokerbench.rocketmq.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.driver.Session;
import io.brokerbench.testkit.StatedCluster;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.remoting.exception.RemotingCommandException;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.RemotingSerializable;
import org.apache.rocketmq.remoting.protocol.RequestCode;
import org.apache.rocketmq.remoting.protocol.ResponseCode;
import org.apache.rocketmq.remoting.protocol.body.ClusterInfo;
import org.apache.rocketmq.remoting.protocol.body.HARuntimeInfo;
import org.apache.rocketmq.remoting.protocol.body.HARuntimeInfo.HAConnectionRuntimeInfo;
import org.apache.rocketmq.remoting.protocol.body.KVTable;
import org.apache.rocketmq.remoting.protocol.route.BrokerData;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server on loopback is the name server, a master, and its slave. */
final class BrokerFiguresTest {

  private static final String GROUP = "b";
  private static final long BEHIND = 70;
  private static final long LACKING = 100;
  private static final int MASTERS_OFFSET = 1_000;

  /** How the master answers when asked for the state of its replication. */
  private enum Replication {
    REPORTED,
    REFUSED,
    CONNECTION_LOST
  }

  private final ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
  private final String address = "127.0.0.1:" + server.getLocalPort();
  private final DefaultMQProducer client = new DefaultMQProducer("figures");
  private final AtomicInteger asked = new AtomicInteger();
  private volatile Replication replication = Replication.REPORTED;

  BrokerFiguresTest() throws IOException {}

  @BeforeEach
  void begin() throws Exception {
    start(this::accept);
    client.setNamesrvAddr(address);
    client.setVipChannelEnabled(false);
    client.setInstanceName("figures-" + server.getLocalPort());
    client.start();
  }

  @AfterEach
  void end() throws IOException {
    client.shutdown();
    server.close();
  }

  private static void start(Runnable task) {
    Thread thread = new Thread(task);
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    try {
      while (true) {
        Socket connection = server.accept();
        start(() -> serve(connection));
      }
    } catch (IOException e) {
      // The test is over.
    }
  }

  private void serve(Socket connection) {
    try (connection;
        DataInputStream in = new DataInputStream(connection.getInputStream())) {
      while (true) {
        RemotingCommand request = RemotingCommand.decode(in.readNBytes(in.readInt()));
        RemotingCommand answer = answer(request.getCode());
        if (answer == null) {
          return;
        }
        answer.setOpaque(request.getOpaque());
        ByteBuffer encoded = answer.encode();
        byte[] bytes = new byte[encoded.remaining()];
        encoded.get(bytes);
        connection.getOutputStream().write(bytes);
      }
    } catch (IOException | RemotingCommandException e) {
      // The client has gone.
    }
  }

  /** Null if the connection is lost instead. */
  private @Nullable RemotingCommand answer(int code) {
    return switch (code) {
      case RequestCode.GET_BROKER_CLUSTER_INFO -> success(brokers());
      case RequestCode.GET_BROKER_RUNTIME_INFO -> success(slave());
      case RequestCode.GET_BROKER_HA_STATUS -> replication();
      default -> refusal();
    };
  }

  private @Nullable RemotingCommand replication() {
    asked.incrementAndGet();
    return switch (replication) {
      case REPORTED -> success(state());
      case REFUSED -> refusal();
      case CONNECTION_LOST -> null;
    };
  }

  private static RemotingCommand refusal() {
    return RemotingCommand.createResponseCommand(ResponseCode.SYSTEM_ERROR, "refused by the test");
  }

  private static RemotingCommand success(RemotingSerializable body) {
    RemotingCommand answer = RemotingCommand.createResponseCommand(ResponseCode.SUCCESS, "");
    answer.setBody(body.encode());
    return answer;
  }

  private ClusterInfo brokers() {
    BrokerData group = new BrokerData("c", GROUP, new HashMap<>(Map.of(0L, address, 1L, address)));
    ClusterInfo brokers = new ClusterInfo();
    brokers.setBrokerAddrTable(Map.of(GROUP, group));
    return brokers;
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
        GROUP,
        address,
        Map.of("brokerVersionDesc", release, "commitLogMaxOffset", String.valueOf(MASTERS_OFFSET)));
    return figures.latest().get(Session.REPLICA_BEHIND);
  }

  private BrokerFigures figures() throws Exception {
    Admin admin = new Admin(client, "");
    Brokers brokers = new Brokers(admin, new StatedCluster(address));
    brokers.fetch();
    return new BrokerFigures(admin, brokers);
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
