package io.brokerbench.rocketmq.connect;

import java.net.URL;

/**
 * Turns off the log files that the client libraries write below the user's home, unless the user
 * set a Logback configuration. Both libraries read the same property once, when their classes are
 * loaded, and each has its own copy of Logback.
 */
public final class ClientLogs {

  private static final String PROPERTY = "rocketmq.logback.configurationFile";
  private static final boolean OF_USER = System.getProperty(PROPERTY) != null;

  private ClientLogs() {}

  /** Must be called before the first use of {@code rocketmq-client}. */
  public static void quietRemoting() {
    quiet("client-logback.xml");
  }

  /**
   * Must be called before the first use of {@code rocketmq-client-java}, and after that of {@code
   * rocketmq-client}.
   */
  public static void quietGrpc() {
    quiet("grpc-logback.xml");
  }

  private static void quiet(String configuration) {
    if (!OF_USER) {
      // A URL, because each library resolves names in class loaders of its own choice.
      URL resource = ClientLogs.class.getResource(configuration);
      System.setProperty(PROPERTY, String.valueOf(resource));
    }
  }
}
