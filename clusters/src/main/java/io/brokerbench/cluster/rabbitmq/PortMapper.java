package io.brokerbench.cluster.rabbitmq;

import io.brokerbench.address.HostPort;
import io.brokerbench.cluster.Placement;
import io.brokerbench.cluster.node.OutputParser;
import io.brokerbench.cluster.node.ProcessSpec;
import io.brokerbench.results.Resources.Role;
import io.brokerbench.units.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Erlang's port mapper, epmd, for one cluster only: without it, nodes start one that outlives them.
 */
final class PortMapper implements OutputParser {

  static final String NAME = "epmd";
  static final String ADDRESS = HostPort.LOOPBACK;

  // epmd reports this, and a port in use, only with debug output.
  private static final String READY = "entering the main select() loop";

  private static final Pattern TAKEN = Pattern.compile("already a epmd running at port (\\d+)");

  static ProcessSpec process(RabbitMqPrograms programs, Placement<RabbitMqPortLayout> site) {
    Map<String, String> environment = new LinkedHashMap<>(programs.environment());
    environment.put("HOME", site.home(NAME).toString());
    List<String> command =
        new ArrayList<>(
            List.of(
                programs.mapper(), "-d", "-d", "-port", Integer.toString(site.ports().mapper())));
    // The epmd of releases before 3.9 adds ::1 to any address and fails in a pod, which has no
    // IPv6.
    if (programs.release().countsMessages() || site.bindAddress().equals(ADDRESS)) {
      command.addAll(List.of("-address", ADDRESS));
    }
    return new ProcessSpec(
        NAME,
        Role.HELPER,
        site.home(NAME),
        List.of("logs"),
        Map.of(),
        command,
        environment,
        false,
        new PortMapper());
  }

  @Override
  public boolean saysReady(String line) {
    return line.contains(READY);
  }

  @Override
  public Optional<String> cause(List<String> console, List<String> log) {
    return OutputParser.first(TAKEN, console)
        .map(port -> Text.of("port %s: another process has it", port));
  }
}
