package io.brokerbench.mqtt;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.DaemonThreads;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** What HiveMQ's MBeans tell, read every second. */
final class JmxCounts implements BrokerCounts {

  private record Source(String bean, String attribute) {}

  private static final Map<String, Source> FIGURES =
      Map.of(
          RECEIVED,
          new Source("com.hivemq.messages.incoming.publish.count", "Count"),
          "sentMessages",
          new Source("com.hivemq.messages.outgoing.publish.count", "Count"),
          "droppedMessages",
          new Source("com.hivemq.messages.dropped.count", "Count"),
          "connectedClients",
          new Source("com.hivemq.networking.connections.current", "Value"));

  private final JMXConnector connector;
  private final MBeanServerConnection beans;
  private final Map<String, ObjectName> names = new LinkedHashMap<>();
  private final ScheduledExecutorService reader =
      Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("brokerbench-jmx"));
  private volatile Map<String, Long> last = Map.of();

  // The address is that of a child of ours.
  @SuppressWarnings("BanJNDI")
  private JmxCounts(String address) throws IOException, JMException {
    this.connector =
        JMXConnectorFactory.connect(
            new JMXServiceURL("service:jmx:rmi:///jndi/rmi://" + address + "/jmxrmi"));
    this.beans = connector.getMBeanServerConnection();
    for (Map.Entry<String, Source> figure : FIGURES.entrySet()) {
      for (ObjectName name :
          beans.queryNames(new ObjectName("*:name=" + figure.getValue().bean() + ",*"), null)) {
        names.put(figure.getKey(), name);
      }
    }
    this.last = read();
    ScheduledFuture<?> unused = reader.scheduleWithFixedDelay(this::renew, 1, 1, TimeUnit.SECONDS);
  }

  /**
   * Connects.
   *
   * @param address host:port
   */
  static JmxCounts of(String address) throws BrokerException {
    try {
      return new JmxCounts(address);
    } catch (IOException | JMException e) {
      throw new BrokerException(
          "the broker does not tell its counts by JMX at %s: %s".formatted(address, e.getMessage()),
          e);
    }
  }

  private void renew() {
    try {
      last = read();
    } catch (IOException | JMException e) {
      // What it told last stands.
    }
  }

  private Map<String, Long> read() throws IOException, JMException {
    Map<String, Long> figures = new LinkedHashMap<>();
    for (Map.Entry<String, ObjectName> name : names.entrySet()) {
      Source source = FIGURES.get(name.getKey());
      if (source != null
          && beans.getAttribute(name.getValue(), source.attribute()) instanceof Number value) {
        figures.put(name.getKey(), value.longValue());
      }
    }
    return figures;
  }

  @Override
  public Map<String, Long> last() {
    return last;
  }

  @Override
  public Map<String, Long> settled() {
    renew();
    return last;
  }

  @Override
  public void close() {
    reader.shutdownNow();
    try {
      connector.close();
    } catch (IOException e) {
      // The broker is gone.
    }
  }
}
