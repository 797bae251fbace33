package io.brokerbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LogCauseTest {

  private final Path directory;

  LogCauseTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @Test
  void theInnermostCauseSaysMost() throws IOException {
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
  void anExceptionWithoutWordsIsToldWithItsPlace() throws IOException {
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
  void whatTheJvmSaysGoesBeforeAll() throws IOException {
    console("Error occurred during initialization of VM\nToo small maximum heap\n");
    log("2026-01-01 00:00:00.000 ERROR main RocketmqBroker - something else\n");
    assertThat(find()).contains("Error occurred during initialization of VM");
  }

  @Test
  void theLogSpeaksWhereTheConsoleIsSilent() throws IOException {
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
    return LogCause.find(
        LogCause.lines(directory.resolve("console.log")),
        LogCause.lines(directory.resolve("rocketmq.log")));
  }

  private void console(String text) throws IOException {
    Files.writeString(directory.resolve("console.log"), text);
  }

  private void log(String text) throws IOException {
    Files.writeString(directory.resolve("rocketmq.log"), text);
  }
}
