package io.brokerbench.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.brokerbench.command.BenchCommand;
import io.brokerbench.file.BadInputException;
import io.brokerbench.tools.MeasuringCommands;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Secrets;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The data that this launcher writes to the standard input of another launcher process. Arguments
 * and system properties may be secret, and command lines are visible to every user of the machine.
 *
 * @param properties properties of the JVM whose values are secret
 * @param lock lock file of the directory of the results: the process holds it, and ends with the
 *     process that started it; null for a process that outlives its parent
 */
record SecretHandover(
    List<String> arguments, Map<String, String> properties, @Nullable String lock) {

  /** Environment variable of a process that receives a handover. */
  static final String CHILD = "BROKERBENCH_CHILD";

  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** The handover to a process with the properties of this JVM. */
  static SecretHandover of(List<String> arguments, @Nullable Path lock) {
    Map<String, String> properties = new LinkedHashMap<>();
    for (String flag : flags()) {
      if (Secrets.isProperty(flag)) {
        String[] property = flag.substring(2).split("=", 2);
        properties.put(property[0], property.length > 1 ? property[1] : "");
      }
    }
    properties.putAll(Secrets.answers());
    return new SecretHandover(
        List.copyOf(arguments), properties, lock == null ? null : lock.toString());
  }

  /**
   * The command that starts the process like this one. It contains the arguments without secrets,
   * for display only; the process reads the values from its standard input.
   */
  List<String> command() {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    flags().stream()
        .map(flag -> Secrets.isProperty(flag) ? Secrets.assignment(flag) : flag)
        .forEach(command::add);
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path"), BenchMain.class.getName()));
    command.addAll(shown());
    return command;
  }

  /** The arguments without secrets; a measuring command has flags with secret values. */
  private List<String> shown() {
    Supplier<BenchCommand> tool = MeasuringCommands.all().get(arguments.get(0));
    return tool == null ? Secrets.arguments(arguments, flag -> false) : tool.get().shown(arguments);
  }

  /**
   * Refuses secrets in flags of this JVM that can only be passed on as arguments.
   *
   * @throws BadInputException if a flag holds a secret
   */
  static void requireSafeFlags() throws BadInputException {
    for (String flag : flags()) {
      String shown = Secrets.assignment(flag);
      if (!shown.equals(flag) && !Secrets.isProperty(flag)) {
        throw new BadInputException(
            Text.of(
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
   * Starts the process and hands over to it; its standard input stays open.
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
      // The process has ended already; its exit code gives the reason.
    }
    return process;
  }

  /**
   * Reads the handover of the starting process and sets the system properties.
   *
   * @throws IOException if that process has ended
   */
  static SecretHandover take(InputStream in) throws IOException {
    DataInputStream data = new DataInputStream(in);
    byte[] json = new byte[data.readInt()];
    data.readFully(json);
    SecretHandover handover = MAPPER.readValue(json, SecretHandover.class);
    handover.properties.forEach(System::setProperty);
    return handover;
  }
}
