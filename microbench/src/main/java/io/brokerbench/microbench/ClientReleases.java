package io.brokerbench.microbench;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/** Which releases of the clients are on the class path, by what their jars say. */
final class ClientReleases {

  private static final Map<String, String> JARS =
      Map.of(
          "rocketmq-client", "org.apache.rocketmq/rocketmq-client",
          "amqp-client", "com.rabbitmq/amqp-client",
          "paho-mqttv3", "org.eclipse.paho/org.eclipse.paho.client.mqttv3");

  private ClientReleases() {}

  /** Release by client. */
  static Map<String, String> all() {
    Map<String, String> releases = new TreeMap<>();
    JARS.forEach((client, jar) -> releases.put(client, release(jar)));
    return releases;
  }

  private static String release(String jar) {
    String name = String.format(Locale.ROOT, "/META-INF/maven/%s/pom.properties", jar);
    try (InputStream in = ClientReleases.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is not on the class path");
      }
      Properties properties = new Properties();
      properties.load(in);
      return properties.getProperty("version");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
