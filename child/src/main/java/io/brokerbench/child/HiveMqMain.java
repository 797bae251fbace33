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
 * Runs HiveMQ CE, which is in the class path and takes any client, and lets its MBeans be read on
 * one port by clients that know a password. The JDK's own agent would open a further port on every
 * address of the machine.
 */
public final class HiveMqMain {

  /** The user whose password the MBeans ask for. */
  public static final String USER = "brokerbench";

  /** What it says when clients are taken. */
  public static final String READY = "#brokerbench-ready";

  private HiveMqMain() {}

  /**
   * Arguments: folders of configuration, data and extensions; messages that a client may leave
   * unacknowledged; the address, its port for clients and its port for the MBeans; the file that
   * holds the password for the MBeans.
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
      // Threads of a half-started broker would go on.
      System.exit(1);
    }
  }

  /** HiveMQ itself would go on without a listener. */
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
    // Objects of other classes are refused before they are read.
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
