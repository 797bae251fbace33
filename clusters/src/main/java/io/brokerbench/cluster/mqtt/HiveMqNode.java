package io.brokerbench.cluster.mqtt;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.brokerbench.child.ChildMain;
import io.brokerbench.child.HiveMqMain;
import io.brokerbench.cluster.Addresses;
import io.brokerbench.cluster.Certificate;
import io.brokerbench.cluster.ChildClasses;
import io.brokerbench.cluster.Jvm;
import io.brokerbench.cluster.Launch;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** How HiveMQ CE is started: it calls out to nowhere, and takes any client. */
final class HiveMqNode {

  private static final String TEMPLATE =
      """
      <?xml version="1.0"?>
      <hivemq>
        <listeners>
      %s
        </listeners>
        <mqtt>
          <queued-messages><max-queue-size>%d</max-queue-size></queued-messages>
          <quality-of-service><max-qos>%d</max-qos></quality-of-service>
          <packets><max-packet-size>%d</max-packet-size></packets>
          <receive-maximum><server-receive-maximum>%d</server-receive-maximum></receive-maximum>
        </mqtt>
        <persistence><mode>%s</mode></persistence>
        <anonymous-usage-statistics><enabled>false</enabled></anonymous-usage-statistics>
      </hivemq>
      """;

  private static final String PLAIN =
      """
          <tcp-listener>
            <port>%d</port>
            <bind-address>%s</bind-address>
          </tcp-listener>""";

  private static final String TLS =
      """
          <tls-tcp-listener>
            <port>%d</port>
            <bind-address>%s</bind-address>
            <tls>
              <keystore>
                <path>%s</path>
                <password>%4$s</password>
                <private-key-password>%4$s</private-key-password>
              </keystore>
            </tls>
          </tls-tcp-listener>""";

  /** To the console alone, which is kept; a client that goes away is no warning. */
  private static final String LOGBACK =
      """
      <configuration scan="false">
        <appender name="console" class="ch.qos.logback.core.ConsoleAppender">
          <encoder><pattern>%d{yyyy-MM-dd HH:mm:ss.SSS} %p %t %c - %m%n</pattern></encoder>
        </appender>
        <logger name="jetbrains.exodus" level="WARN"/>
        <logger name="oshi" level="ERROR"/>
        <root level="INFO"><appender-ref ref="console"/></root>
      </configuration>
      """;

  private HiveMqNode() {}

  /**
   * The broker.
   *
   * @param java the executable
   * @param jars HiveMQ's, as a class path
   */
  static NodeSpec of(MqttSettings settings, Site site, String java, String jars) {
    String name = settings.nodes().get(0);
    Path home = site.home(name);
    String configuration = configuration(settings, site, home);
    Map<String, byte[]> files = new LinkedHashMap<>();
    files.put("conf/config.xml", configuration.getBytes(UTF_8));
    files.put("conf/logback.xml", LOGBACK.getBytes(UTF_8));
    files.putAll(ChildClasses.files(ChildMain.class, HiveMqMain.class));
    files.put(NodeFiles.JMX_PASSWORD, site.jmxPassword().hex().getBytes(UTF_8));
    site.certificate().ifPresent(certificate -> files.putAll(NodeFiles.of(certificate)));
    List<String> command = new ArrayList<>();
    command.add(java);
    command.addAll(Jvm.flags(settings.heapBytes(), home));
    command.add(Jvm.directMemory(settings.heapBytes()));
    command.addAll(Jvm.withCollector(settings.jvmFlags()));
    command.add("-Dhivemq.home=" + home);
    command.add("-Dhivemq.log.folder=" + home.resolve("logs"));
    command.add("-Djava.rmi.server.hostname=" + Addresses.LOOPBACK);
    command.add("-cp");
    command.add(home.resolve(ChildClasses.DIRECTORY) + ":" + jars);
    command.add(ChildMain.class.getName());
    command.add(HiveMqMain.class.getName());
    for (String folder : List.of("conf", "data", "extensions")) {
      command.add(home.resolve(folder).toString());
    }
    command.add(Integer.toString(settings.maxInflight()));
    command.add(site.bindAddress());
    command.add(Integer.toString(site.ports().mqtt(0)));
    command.add(Integer.toString(site.ports().figures(0)));
    command.add(home.resolve(NodeFiles.JMX_PASSWORD).toString());
    return new NodeSpec(
        new Launch(
            name,
            home,
            List.of("logs", "data", "extensions", "tmp", "user"),
            files,
            command,
            Map.of(),
            true,
            new HiveMqDialect()),
        configuration,
        true);
  }

  private static String configuration(MqttSettings settings, Site site, Path home) {
    int port = site.ports().mqtt(0);
    String listener =
        site.certificate().isPresent()
            ? String.format(
                Locale.ROOT,
                TLS,
                port,
                site.bindAddress(),
                home.resolve(NodeFiles.KEY_STORE),
                Certificate.PASSWORD)
            : String.format(Locale.ROOT, PLAIN, port, site.bindAddress());
    return String.format(
        Locale.ROOT,
        TEMPLATE,
        listener,
        settings.maxQueued(),
        MqttSettings.MAX_QOS,
        settings.maxPacketBytes(),
        settings.maxInflight(),
        settings.persistence() == Persistence.FILE ? "file" : "in-memory");
  }
}
