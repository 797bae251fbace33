package io.brokerbench.cluster.rocketmq;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class RocketMqOutputParserTest {

  private List<String> console = List.of();
  private List<String> log = List.of();

  @Test
  void theInnermostCauseSaysMost() {
    console(
        """
        java.lang.RuntimeException: this.serverBootstrap.bind().sync() InterruptedException
        \tat org.apache.rocketmq.remoting.netty.NettyRemotingServer.start(NettyRemotingServer.java:1)
        Caused by: java.lang.IllegalStateException: outer
        \tat a.B.c(B.java:1)
        Caused by: java.net.BindException: Address already in use
        \tat sun.nio.ch.Net.bind0(Native Method)
        """);
    assertThat(find()).contains("java.net.BindException: Address already in use");
  }

  @Test
  void anExceptionWithoutWordsIsToldWithItsPlace() {
    console(
        """
        java.lang.IllegalArgumentException
        \tat java.base/java.util.concurrent.ThreadPoolExecutor.<init>(ThreadPoolExecutor.java:1)
        \tat org.apache.rocketmq.broker.BrokerController.initialize(BrokerController.java:7)
        """);
    assertThat(find())
        .contains(
            "java.lang.IllegalArgumentException at"
                + " org.apache.rocketmq.broker.BrokerController.initialize(BrokerController.java:7)");
  }

  @Test
  void whatTheJvmSaysGoesBeforeAll() {
    console("Error occurred during initialization of VM\nToo small maximum heap\n");
    log("2026-01-01 00:00:00.000 ERROR main RocketmqBroker - something else\n");
    assertThat(find()).contains("Error occurred during initialization of VM");
  }

  @Test
  void theLogSpeaksWhereTheConsoleIsSilent() {
    console("load config properties file OK\n");
    log(
        "2026-01-01 00:00:00.000 ERROR main RocketmqStore - \u00e4 lock failed, MQ already started\n");
    assertThat(find().orElseThrow()).endsWith("lock failed, MQ already started");
  }

  @Test
  void withoutLogsThereIsNoCause() {
    assertThat(find()).isEmpty();
  }

  private Optional<String> find() {
    return new RocketMqOutputParser().cause(console, log);
  }

  private void console(String text) {
    console = text.lines().toList();
  }

  private void log(String text) {
    log = text.lines().toList();
  }
}
