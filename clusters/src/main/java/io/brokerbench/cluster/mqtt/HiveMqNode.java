package io.brokerbench.cluster.mqtt;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.brokerbench.address.HostPort;
import io.brokerbench.child.ChildMain;
import io.brokerbench.child.HiveMqMain;
import io.brokerbench.cluster.Certificate;
import io.brokerbench.cluster.Placement;
import io.brokerbench.cluster.mqtt.MqttSettings.Persistence;
import io.brokerbench.cluster.node.OutputParser;
import io.brokerbench.cluster.node.ProcessSpec;
import io.brokerbench.cluster.process.ChildClasses;
import io.brokerbench.cluster.process.Jvm;
import io.brokerbench.cluster.process.JvmOutputParser;
import io.brokerbench.results.Resources.Role;
import io.brokerbench.units.Text;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The start of HiveMQ CE, which contacts no other host and accepts any client. */
final class HiveMqNode {

  /** The file of the password for MBeans, below the home of the broker. */
  static final String JMX_PASSWORD = "user/jmx-password";

  private static final String KEY_STORE = "user/keys.p12";

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

  /** Logs to the console only, which is kept; the end of a client is not logged as a warning. */
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
   * @param java the executable
   * @param jars the class path of HiveMQ
   */
  static MqttNodeSpec of(
      MqttSettings settings, Placement<MqttPortLayout> site, String java, String jars) {
    String name = settings.nodes().get(0);
    Path home = site.home(name);
    String configuration = configuration(settings, site, home);
    Map<String, byte[]> files = new LinkedHashMap<>();
    files.put("conf/config.xml", configuration.getBytes(UTF_8));
    files.put("conf/logback.xml", LOGBACK.getBytes(UTF_8));
    files.putAll(ChildClasses.files(ChildMain.class, HiveMqMain.class));
    files.put(JMX_PASSWORD, site.secret().hex().getBytes(UTF_8));
    site.certificate().ifPresent(certificate -> files.put(KEY_STORE, certificate.keyStore()));
    site.certificate().ifPresent(certificate -> files.putAll(certificate.files()));
    List<String> command = new ArrayList<>();
    command.add(java);
    command.addAll(Jvm.flags(settings.heapBytes(), home));
    command.add(Jvm.directMemory(settings.heapBytes()));
    command.addAll(Jvm.withCollector(settings.jvmFlags()));
    command.add("-Dhivemq.home=" + home);
    command.add("-Dhivemq.log.folder=" + home.resolve("logs"));
    command.add("-Djava.rmi.server.hostname=" + HostPort.LOOPBACK);
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
    command.add(home.resolve(JMX_PASSWORD).toString());
    return new MqttNodeSpec(
        new ProcessSpec(
            name,
            Role.BROKER,
            home,
            List.of("logs", "data", "extensions", "tmp", "user"),
            files,
            command,
            Map.of(),
            true,
            new HiveMqOutputParser()),
        configuration);
  }

  private static String configuration(
      MqttSettings settings, Placement<MqttPortLayout> site, Path home) {
    int port = site.ports().mqtt(0);
    String listener =
        site.certificate().isPresent()
            ? Text.of(TLS, port, site.bindAddress(), home.resolve(KEY_STORE), Certificate.PASSWORD)
            : Text.of(PLAIN, port, site.bindAddress());
    return Text.of(
        TEMPLATE,
        listener,
        settings.maxQueued(),
        MqttSettings.MAX_QOS,
        settings.maxPacketBytes(),
        settings.maxInflight(),
        settings.persistence() == Persistence.FILE ? "file" : "in-memory");
  }

  /** The console output of HiveMQ, which is also its log. */
  private static final class HiveMqOutputParser implements JvmOutputParser {

    private static final Pattern JVM =
        Pattern.compile(
            "^(?:Error: |OpenJDK .*warning: INFO: )?(.*insufficient memory.*"
                + "|Error occurred during initialization.*|Unrecognized VM option.*"
                + "|Could not (?:reserve|create|find).*|.*exec: .*|Terminating due to .*)$");

    private static final Pattern LOGGED = Pattern.compile("^\\S+ \\S+ ERROR .*? - (.+)$");
    private static final Pattern THROWN =
        Pattern.compile("^(?:(?:\\w+\\.)+\\w*(?:Exception|Error)): (.+)$");

    @Override
    public boolean saysReady(String line) {
      return line.equals(HiveMqMain.READY);
    }

    /** Errors that a running broker logs are not the cause, unless they ended its JVM. */
    @Override
    public Optional<String> cause(List<String> console, List<String> log) {
      Optional<String> ofJvm = OutputParser.first(JVM, console).map(String::strip);
      return ofJvm.isPresent() || console.stream().anyMatch(this::saysReady)
          ? ofJvm
          : OutputParser.first(LOGGED, console)
              .or(() -> OutputParser.first(THROWN, console))
              .map(String::strip);
    }
  }
}
