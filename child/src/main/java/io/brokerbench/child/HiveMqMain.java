package io.brokerbench.child;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.rmi.registry.LocateRegistry;
import java.rmi.server.RMIServerSocketFactory;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Future;
import javax.management.remote.JMXAuthenticator;
import javax.management.remote.JMXConnectorServer;
import javax.management.remote.JMXConnectorServerFactory;
import javax.management.remote.JMXServiceURL;
import javax.management.remote.rmi.RMIConnectorServer;
import javax.security.auth.Subject;

/**
 * Runs HiveMQ CE, which is on the class path and accepts any client, and serves its MBeans on one
 * port to clients with a password. The JDK's own agent would open another port on every address of
 * the machine.
 */
public final class HiveMqMain {

  /** User name for access to the MBeans. */
  public static final String USER = "brokerbench";

  /** Line printed when clients are accepted. */
  public static final String READY = "#brokerbench-ready";

  private HiveMqMain() {}

  /**
   * Runs the broker. Arguments: folders of configuration, data and extensions; maximum number of
   * messages that a client may leave unacknowledged; the address, its port for clients and its port
   * for the MBeans; the file with the password for the MBeans.
   */
  public static void main(String[] args) {
    try {
      requireFree(args[4], Integer.parseInt(args[5]));
      requireFree(args[4], Integer.parseInt(args[6]));
      showBeans(args[4], Integer.parseInt(args[6]), password(Paths.get(args[7])));
      start(args);
      System.out.println(READY);
    } catch (Exception | LinkageError e) {
      e.printStackTrace();
      // Otherwise threads of a half-started broker would continue.
      System.exit(1);
    }
  }

  /** Fails if the port is in use; HiveMQ itself would continue without a listener. */
  private static void requireFree(String address, int port) throws IOException {
    try {
      new ServerSocket(port, 0, InetAddress.getByName(address)).close();
    } catch (BindException e) {
      throw new IOException("port " + port + ": " + e.getMessage(), e);
    }
  }

  private static void start(String[] args) throws Exception {
    Class<?> internal = Class.forName("com.hivemq.configuration.service.InternalConfigurations");
    internal.getField("MAX_INFLIGHT_WINDOW_SIZE_MESSAGES").setInt(null, Integer.parseInt(args[3]));
    Class<?> server = Class.forName("com.hivemq.embedded.EmbeddedHiveMQ");
    Class<?> building = Class.forName("com.hivemq.embedded.EmbeddedHiveMQBuilder");
    Object builder = server.getMethod("builder").invoke(null);
    String[] folders = {"Configuration", "Data", "Extensions"};
    for (int i = 0; i < folders.length; i++) {
      Method with = building.getMethod("with" + folders[i] + "Folder", Path.class);
      with.invoke(builder, Paths.get(args[i]));
    }
    Object hiveMq = building.getMethod("build").invoke(builder);
    ((Future<?>) server.getMethod("start").invoke(hiveMq)).get();
  }

  private static String password(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.US_ASCII);
  }

  private static void showBeans(String address, int port, String password) throws IOException {
    RMIServerSocketFactory listening =
        each -> new ServerSocket(each, 0, InetAddress.getByName(address));
    LocateRegistry.createRegistry(port, null, listening);
    Map<String, Object> environment = new HashMap<>();
    environment.put(RMIConnectorServer.RMI_SERVER_SOCKET_FACTORY_ATTRIBUTE, listening);
    environment.put(JMXConnectorServer.AUTHENTICATOR, authenticator(password));
    // Objects of other classes are rejected before they are deserialized.
    environment.put("jmx.remote.rmi.server.credentials.filter.pattern", "java.lang.String;!*");
    String host = System.getProperty("java.rmi.server.hostname");
    JMXConnectorServerFactory.newJMXConnectorServer(
            new JMXServiceURL(
                String.format(
                    Locale.ROOT,
                    "service:jmx:rmi://%1$s:%2$d/jndi/rmi://%1$s:%2$d/jmxrmi",
                    host,
                    port)),
            environment,
            ManagementFactory.getPlatformMBeanServer())
        .start();
  }

  private static JMXAuthenticator authenticator(String password) {
    byte[] wanted = password.getBytes(StandardCharsets.US_ASCII);
    return credentials -> {
      if (credentials instanceof String[]
          && ((String[]) credentials).length == 2
          && USER.equals(((String[]) credentials)[0])
          && ((String[]) credentials)[1] != null
          && MessageDigest.isEqual(
              wanted, ((String[]) credentials)[1].getBytes(StandardCharsets.US_ASCII))) {
        return new Subject();
      }
      throw new SecurityException("wrong user or password");
    };
  }
}
