package io.brokerbench.rocketmq;

import java.net.URL;

/**
 * What the client libraries write below the user's home: nothing, unless the user has a
 * configuration of their own. Both read one property, each once, when its classes load, and each
 * has its own copy of Logback.
 */
final class ClientLogs {

  private static final String PROPERTY = "rocketmq.logback.configurationFile";
  private static final boolean OF_USER = System.getProperty(PROPERTY) != null;

  private ClientLogs() {}

  /** To be called before the first use of {@code rocketmq-client}. */
  static void quietRemoting() {
    quiet("client-logback.xml");
  }

  /** To be called before the first use of {@code rocketmq-client-java}, and after the other's. */
  static void quietGrpc() {
    quiet("grpc-logback.xml");
  }

  private static void quiet(String configuration) {
    if (!OF_USER) {
      // As a URL, because the libraries look for names in class loaders of their own choice.
      URL resource = ClientLogs.class.getResource(configuration);
      System.setProperty(PROPERTY, String.valueOf(resource));
    }
  }
}
