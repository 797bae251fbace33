package io.brokerbench.mqtt.inspect;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** Counts reported by HiveMQ's MBeans. */
public final class JmxCounts implements PolledCounts.Source {

  /** JMX user configured in the broker's process. */
  private static final String USER = "brokerbench";

  private record Attribute(String bean, String name) {}

  private static final Map<String, Attribute> FIGURES =
      Map.of(
          CountSource.RECEIVED,
          new Attribute("com.hivemq.messages.incoming.publish.count", "Count"),
          "sentMessages",
          new Attribute("com.hivemq.messages.outgoing.publish.count", "Count"),
          "droppedMessages",
          new Attribute("com.hivemq.messages.dropped.count", "Count"),
          "connectedClients",
          new Attribute("com.hivemq.networking.connections.current", "Value"));

  private final JMXConnector connector;
  private final MBeanServerConnection beans;
  private final Map<String, ObjectName> names = new LinkedHashMap<>();

  // The address is that of a child process.
  @SuppressWarnings("BanJNDI")
  private JmxCounts(String address, String password) throws IOException, JMException {
    this.connector =
        JMXConnectorFactory.connect(
            new JMXServiceURL("service:jmx:rmi:///jndi/rmi://" + address + "/jmxrmi"),
            Map.of(JMXConnector.CREDENTIALS, new String[] {USER, password}));
    this.beans = connector.getMBeanServerConnection();
    for (Map.Entry<String, Attribute> figure : FIGURES.entrySet()) {
      for (ObjectName name :
          beans.queryNames(new ObjectName("*:name=" + figure.getValue().bean() + ",*"), null)) {
        names.put(figure.getKey(), name);
      }
    }
  }

  /**
   * Connects.
   *
   * @param address host:port
   */
  public static JmxCounts of(String address, String password) throws BrokerException {
    try {
      return new JmxCounts(address, password);
    } catch (IOException | JMException | SecurityException e) {
      throw new BrokerException(
          Text.of(
              "the broker does not report its counts by JMX at %s: %s", address, e.getMessage()),
          e);
    }
  }

  @Override
  public Map<String, Long> read() throws BrokerException {
    Map<String, Long> figures = new LinkedHashMap<>();
    try {
      for (Map.Entry<String, ObjectName> name : names.entrySet()) {
        Attribute attribute = FIGURES.get(name.getKey());
        if (attribute != null
            && beans.getAttribute(name.getValue(), attribute.name()) instanceof Number value) {
          figures.put(name.getKey(), value.longValue());
        }
      }
    } catch (IOException | JMException e) {
      throw new BrokerException("the broker no longer reports its counts by JMX", e);
    }
    return figures;
  }

  @Override
  public void close() {
    try {
      connector.close();
    } catch (IOException e) {
      // The broker is gone.
    }
  }
}
