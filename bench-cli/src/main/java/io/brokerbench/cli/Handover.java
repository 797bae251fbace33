package io.brokerbench.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.brokerbench.stored.BadInputException;
import io.brokerbench.workload.Secrets;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What this launcher tells a process of its own kind on its standard input. Arguments and system
 * properties may be secret, and a command line is there for every user of the machine to see.
 *
 * @param arguments of the launcher
 * @param properties of the JVM whose values are secret
 * @param lock lock file of the directory that its result goes to: the process holds it, and ends
 *     with the one that started it; null for a process that goes on by itself
 */
record Handover(List<String> arguments, Map<String, String> properties, @Nullable String lock) {

  /** In the environment of a process that gets one. */
  static final String CHILD = "BROKERBENCH_CHILD";

  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** For a process that has this JVM's properties. */
  static Handover of(List<String> arguments, @Nullable Path lock) {
    Map<String, String> properties = new LinkedHashMap<>();
    for (String flag : flags()) {
      if (Secrets.isProperty(flag)) {
        String[] property = flag.substring(2).split("=", 2);
        properties.put(property[0], property.length > 1 ? property[1] : "");
      }
    }
    return new Handover(List.copyOf(arguments), properties, lock == null ? null : lock.toString());
  }

  /**
   * The command that starts such a process, as this one was started. It shows the arguments without
   * their secrets, for people; the process takes what it is told.
   */
  List<String> command() {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    flags().stream()
        .map(flag -> Secrets.isProperty(flag) ? Secrets.assignment(flag) : flag)
        .forEach(command::add);
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path"), BenchMain.class.getName()));
    command.addAll(Secrets.arguments(arguments, flag -> false));
    return command;
  }

  /**
   * Refuses flags of this JVM that can be handed on as arguments only.
   *
   * @throws BadInputException if one of them holds a secret
   */
  static void requireSafeFlags() throws BadInputException {
    for (String flag : flags()) {
      String shown = Secrets.assignment(flag);
      if (!shown.equals(flag) && !Secrets.isProperty(flag)) {
        throw new BadInputException(
            String.format(
                    Locale.ROOT,
                    "%s: a secret in this flag would be seen in the arguments of other processes; set it as",
                    shown)
                + " a system property (-D)");
      }
    }
  }

  private static List<String> flags() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments();
  }

  /**
   * Starts the process and tells it; its standard input stays open.
   *
   * @throws IOException if it cannot be started
   */
  Process start(ProcessBuilder builder) throws IOException {
    builder.environment().put(CHILD, "1");
    Process process = builder.start();
    try {
      DataOutputStream out = new DataOutputStream(process.getOutputStream());
      byte[] json = MAPPER.writeValueAsBytes(this);
      out.writeInt(json.length);
      out.write(json);
      out.flush();
    } catch (IOException e) {
      // It has ended already, and its exit code says more.
    }
    return process;
  }

  /**
   * Takes what the starting process tells; its properties are set then.
   *
   * @throws IOException if that process has ended
   */
  static Handover take(InputStream in) throws IOException {
    DataInputStream data = new DataInputStream(in);
    byte[] json = new byte[data.readInt()];
    data.readFully(json);
    Handover told = MAPPER.readValue(new String(json, StandardCharsets.UTF_8), Handover.class);
    told.properties.forEach(System::setProperty);
    return told;
  }
}
