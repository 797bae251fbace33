package io.brokerbench.rocketmq;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Driver;
import io.brokerbench.driver.Session;
import io.netty.bootstrap.ChannelInitializerExtension;
import java.util.function.Consumer;

/**
 * Connects to RocketMQ clusters through {@code rocketmq-client}, and has {@code
 * rocketmq-client-java} send where that is asked for. Thread-safe.
 */
final class RocketMqDriver implements Driver {

  private final RocketMqOptions options;

  RocketMqDriver(RocketMqOptions options) {
    this.options = options;
  }

  @Override
  public Session connect(Cluster cluster, Consumer<String> progress)
      throws BrokerException, InterruptedException {
    configureClientLibrary();
    Clients clients = new Clients(options, cluster.address());
    try {
      return new Readiness(options, cluster, clients, progress).establish();
    } catch (BrokerException | InterruptedException | RuntimeException e) {
      clients.close();
      throw e;
    }
  }

  /** The library reads these properties once, when its classes load. */
  private void configureClientLibrary() {
    loadChannelExtensions();
    System.setProperty("rocketmq.serialize.type", options.headerFormat());
    ClientLogs.quietRemoting();
    if (!options.tlsConfigFile().isEmpty()) {
      System.setProperty("tls.config.file", options.tlsConfigFile());
    }
  }

  /** Has Netty find {@link SharedFlush}. */
  static void loadChannelExtensions() {
    System.setProperty(ChannelInitializerExtension.EXTENSIONS_SYSTEM_PROPERTY, "serviceload");
  }
}
