package io.brokerbench.rocketmq.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Seat;
import io.brokerbench.driver.tls.ClientTls;
import io.brokerbench.rocketmq.RocketMqDriver;
import io.brokerbench.rocketmq.RocketMqDriverFactory;
import io.brokerbench.testkit.StatedCluster;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsException;
import io.brokerbench.workload.SettingsReader;
import io.brokerbench.workload.Workload;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.remoting.netty.NettyRemotingAbstract;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.RequestCode;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Clients that are started, without a broker or a name server. */
final class RocketMqClientsTest {

  /** The cells of a matrix follow each other in one JVM. */
  @ParameterizedTest
  @CsvSource({
    "load.mode=sync, ROCKETMQ",
    "consume.threads=1 consume.model=pop, JSON",
    "consume.threads=1 consume.model=orderly, ROCKETMQ",
    "client.threads=stock consume.threads=1 consume.model=pop, JSON",
  })
  void requestsHaveTheHeaderFormatOfTheirRun(String assignments, SerializeType format)
      throws Exception {
    try (RocketMqClients clients =
        RocketMqClients.of(read(assignments), new StatedCluster("127.0.0.1:1"))) {
      DefaultMQProducer client = clients.open();
      RemotingCommand request =
          RemotingCommand.createRequestCommand(RequestCode.GET_BROKER_CONFIG, null);
      ((NettyRemotingAbstract)
              RocketMqClients.instance(client).getMQClientAPIImpl().getRemotingClient())
          .getRPCHook()
          .forEach(hook -> hook.doBeforeRequest("", request));
      assertThat(request.getSerializeTypeCurrentRPC()).isEqualTo(format);
    }
  }

  /** As a benchmark in Java may ask of a cluster that was started for other clients. */
  @Test
  void clientsThatNeedAProxyRefuseAClusterWithoutOne() throws SettingsException {
    RocketMqDriver driver = new RocketMqDriver(read("client=grpc"));
    assertThatThrownBy(
            () -> driver.connect(new StatedCluster("127.0.0.1:1"), Seat.PREPARATION, step -> {}))
        .isInstanceOf(BrokerException.class)
        .hasMessageStartingWith("the cluster has no proxy, which rocketmq.client=grpc needs; ");
  }

  @Test
  void eachTopicHasItsQueuesOnEachMaster() throws SettingsException {
    RocketMqDriver driver = new RocketMqDriver(read("topic.queues=4 topic.count=3"));
    assertThat(driver.ledQueues(1)).isEqualTo(12);
    assertThat(driver.ledQueues(2)).isEqualTo(24);
  }

  private static RocketMqOptions read(String assignments) throws SettingsException {
    SettingsReader reader =
        Workload.defaults()
            .defaults(RocketMqDriverFactory.class, "rocketmq.yaml")
            .defaults(RocketMqClientsTest.class, "cluster.yaml");
    ClientTls.addDefaults(reader);
    for (String assignment : assignments.split(" ", -1)) {
      reader.assign(assignment);
    }
    Settings settings = reader.settings();
    return RocketMqOptions.read(settings, Workload.read(settings));
  }
}
