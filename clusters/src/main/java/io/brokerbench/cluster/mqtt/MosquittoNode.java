package io.brokerbench.cluster.mqtt;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.brokerbench.address.HostPort;
import io.brokerbench.cluster.Certificate;
import io.brokerbench.cluster.Placement;
import io.brokerbench.cluster.mqtt.MqttSettings.Account;
import io.brokerbench.cluster.mqtt.MqttSettings.Persistence;
import io.brokerbench.cluster.node.OutputParser;
import io.brokerbench.cluster.node.ProcessSpec;
import io.brokerbench.results.Resources.Role;
import io.brokerbench.units.Text;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/** The start of a mosquitto that uses nothing of the system's installation except the program. */
final class MosquittoNode {

  /** Prefix of the topics that a bridge forwards. */
  static final String BRIDGED = "bridge/";

  private static final String CONFIGURATION = "conf/mosquitto.conf";
  private static final String PASSWORDS = "user/passwords";

  /** Raises the limit of open files, and thus of clients, to the machine's maximum. */
  private static final String SCRIPT =
      """
      ulimit -Sn "$(ulimit -Hn)"
      exec "$0" "$@"
      """;

  private static final int HASH_ITERATIONS = 101;
  private static final int SALT_BYTES = 12;
  private static final int HASH_BITS = 512;

  private MosquittoNode() {}

  /**
   * @param node the number of the broker, from 0
   * @param program the path of mosquitto on the host
   */
  static MqttNodeSpec of(
      MqttSettings settings, Placement<MqttPortLayout> site, int node, String program) {
    String name = settings.nodes().get(node);
    Path home = site.home(name);
    String configuration = configuration(settings, site, node);
    Map<String, byte[]> files = new LinkedHashMap<>();
    files.put(CONFIGURATION, configuration.getBytes(UTF_8));
    site.certificate().ifPresent(certificate -> files.putAll(certificate.files()));
    settings
        .account()
        .ifPresent(account -> files.put(PASSWORDS, passwordFile(account).getBytes(UTF_8)));
    return new MqttNodeSpec(
        new ProcessSpec(
            name,
            Role.BROKER,
            home,
            List.of("logs", "data"),
            files,
            List.of("/bin/sh", "-c", SCRIPT, program, "-c", home.resolve(CONFIGURATION).toString()),
            Map.of(),
            true,
            new MosquittoOutputParser()),
        configuration);
  }

  private static String configuration(
      MqttSettings settings, Placement<MqttPortLayout> site, int node) {
    Path home = site.home(settings.nodes().get(node));
    Map<String, String> lines = new LinkedHashMap<>();
    // So it can read the files of brokerbench, and brokerbench can delete its files. Ignored unless
    // run by root.
    lines.put("user", "root");
    lines.put("log_dest", "stderr");
    lines.put("connection_messages", "false");
    lines.put("set_tcp_nodelay", "true");
    lines.put("sys_interval", "1");
    lines.put("max_inflight_messages", Integer.toString(settings.maxInflight()));
    lines.put("max_queued_messages", Integer.toString(settings.maxQueued()));
    lines.put("max_packet_size", Integer.toString(settings.maxPacketBytes()));
    boolean files = settings.persistence() == Persistence.FILE;
    lines.put("persistence", Boolean.toString(files));
    if (files) {
      lines.put("persistence_location", home.resolve("data") + "/");
    }
    lines.put("allow_anonymous", Boolean.toString(settings.account().isEmpty()));
    if (settings.account().isPresent()) {
      lines.put("password_file", home.resolve(PASSWORDS).toString());
    }
    lines.put("listener", Text.of("%d %s", site.ports().mqtt(node), site.bindAddress()));
    if (site.certificate().isPresent()) {
      lines.put("certfile", home.resolve(Certificate.FILE).toString());
      lines.put("keyfile", home.resolve(Certificate.KEY_FILE).toString());
    }
    lines.putAll(settings.properties());
    return ProcessSpec.lines(lines, " ")
        + (settings.bridge() ? "\n" + ProcessSpec.lines(bridge(settings, site, node), " ") : "");
  }

  /** A bridge to the other broker; messages that it publishes there as remote do not return. */
  private static Map<String, String> bridge(
      MqttSettings settings, Placement<MqttPortLayout> site, int node) {
    int other = 1 - node;
    Map<String, String> lines = new LinkedHashMap<>();
    lines.put("connection", "to-" + settings.nodes().get(other));
    lines.put("address", HostPort.LOOPBACK + ":" + site.ports().mqtt(other));
    lines.put(
        "remote_clientid", settings.clientIdPrefix() + "bridge-" + settings.nodes().get(node));
    if (site.certificate().isPresent()) {
      Path home = site.home(settings.nodes().get(node));
      lines.put("bridge_cafile", home.resolve(Certificate.AUTHORITY_FILE).toString());
    }
    if (settings.account().isPresent()) {
      Account account = settings.account().get();
      lines.put("remote_username", account.user());
      lines.put("remote_password", account.password());
    }
    lines.put("cleansession", "true");
    lines.put("notifications", "false");
    lines.put("restart_timeout", "1");
    lines.put("topic", Text.of("%s# out %d \"\" remote/", BRIDGED, MqttSettings.MAX_QOS));
    return lines;
  }

  /** The text of a password file, in the format of {@code mosquitto_passwd} of release 2. */
  private static String passwordFile(Account account) {
    byte[] salt = new byte[SALT_BYTES];
    new SecureRandom().nextBytes(salt);
    try {
      byte[] hash =
          SecretKeyFactory.getInstance("PBKDF2WithHmacSHA512")
              .generateSecret(
                  new PBEKeySpec(
                      account.password().toCharArray(), salt, HASH_ITERATIONS, HASH_BITS))
              .getEncoded();
      Base64.Encoder encoder = Base64.getEncoder();
      return Text.of(
          "%s:$7$%d$%s$%s\n",
          account.user(),
          HASH_ITERATIONS,
          encoder.encodeToString(salt),
          encoder.encodeToString(hash));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The console output of mosquitto, which is also its log. */
  private static final class MosquittoOutputParser implements OutputParser {

    /** Prefix of each line except those of the shell: seconds since 1970. */
    private static final String TIME = "^(?:\\d+: )?";

    private static final Pattern STARTING =
        Pattern.compile(TIME + "mosquitto version (\\S+) starting");
    private static final Pattern RUNNING = Pattern.compile(TIME + "mosquitto version \\S+ running");
    private static final Pattern ERROR = Pattern.compile(TIME + "Error: (.+)$");
    private static final Pattern PLACE =
        Pattern.compile(TIME + "Error found at (?:.*/)?(.+?)\\.?$");
    private static final Pattern OPENING =
        Pattern.compile(TIME + "Opening ip\\S+ listen socket on port (\\d+)\\.$");
    private static final String TAKEN = "Address already in use";
    private static final Pattern SHELL = Pattern.compile("^.*(?:exec: .*|: not found)$");

    @Override
    public boolean saysReady(String line) {
      return RUNNING.matcher(line).find();
    }

    /** The release of mosquitto. */
    @Override
    public Optional<String> runtime(String line) {
      return OutputParser.first(STARTING, List.of(line));
    }

    /** Errors that a running broker logs are not the cause, because it survives them. */
    @Override
    public Optional<String> cause(List<String> console, List<String> log) {
      if (console.stream().anyMatch(this::saysReady)) {
        return Optional.empty();
      }
      String errors = OutputParser.all(ERROR, console).collect(Collectors.joining("; "));
      if (errors.isEmpty()) {
        return console.stream().filter(SHELL.asMatchPredicate()).findFirst();
      }
      if (errors.equals(TAKEN)) {
        return Optional.of(
            OutputParser.first(OPENING, console).map(port -> Text.of("port %s: ", port)).orElse("")
                + TAKEN);
      }
      return Optional.of(
          OutputParser.first(PLACE, console)
              .map(place -> Text.of("%s (%s)", errors, place))
              .orElse(errors));
    }
  }
}
