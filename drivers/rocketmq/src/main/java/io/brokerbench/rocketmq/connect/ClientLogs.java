package io.brokerbench.rocketmq.connect;

import java.net.URL;

/**
 * Turns off the log files that the client libraries write below the user's home, unless the user
 * set a Logback configuration. Each library has its own copy of Logback, which reads its own
 * property once, when its classes are loaded.
 */
public final class ClientLogs {

  private ClientLogs() {}

  /** Must be called before the first use of {@code rocketmq-client}. */
  public static void quietRemoting() {
    quiet("rmq.logback.configurationFile", "client-logback.xml");
  }

  /** Must be called before the first use of {@code rocketmq-client-java}. */
  public static void quietGrpc() {
    quiet("rocketmq.logback.configurationFile", "grpc-logback.xml");
  }

  private static void quiet(String property, String configuration) {
    if (System.getProperty(property) == null) {
      // A URL, because each library resolves names in class loaders of its own choice.
      URL resource = ClientLogs.class.getResource(configuration);
      System.setProperty(property, String.valueOf(resource));
    }
  }
}
