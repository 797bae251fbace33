package io.brokerbench.cluster.rabbitmq;

import io.brokerbench.cluster.Addresses;
import io.brokerbench.cluster.Dialect;
import io.brokerbench.cluster.Launch;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Erlang's port mapper, epmd, for one cluster alone: left to themselves nodes start one that
 * outlives them. It watches over this process, too, on behalf of the nodes: they end with it, but
 * leave their data behind.
 */
final class PortMapper implements Dialect {

  static final String NAME = "epmd";
  static final String ADDRESS = Addresses.LOOPBACK;

  // It says so, and whose port is taken, only if it is asked to say much.
  private static final String READY = "entering the main select() loop";

  private static final Pattern TAKEN = Pattern.compile("already a epmd running at port (\\d+)");

  /**
   * Arguments: the program, its port, what is deleted when the parent is gone. Standard input ends
   * with the program as well as with the parent, so that needs a second look.
   */
  private static final String SCRIPT =
      """
      exec 3<&0
      {
        read -r order <&3
        kill -9 $$
        tries=0
        while kill -0 $PPID && ! grep -q '^State:.Z' /proc/$PPID/status; do
          [ $tries -lt 40 ] || exit
          tries=$((tries + 1))
          sleep 0.05
        done
        tries=0
        while [ -e "$2" ] && [ $tries -lt 100 ]; do
          rm -rf "$2" || sleep 0.1
          tries=$((tries + 1))
        done
      } >/dev/null 2>&1 &
      exec "$0" -d -d -port "$1" -address %s </dev/null 3<&-
      """
          .formatted(ADDRESS);

  static Launch launch(Site site) {
    Map<String, String> environment = new LinkedHashMap<>(site.environment());
    environment.put("HOME", site.home(NAME).toString());
    return new Launch(
        NAME,
        site.home(NAME),
        List.of("logs"),
        Map.of(),
        List.of(
            "/bin/sh",
            "-c",
            SCRIPT,
            site.mapper(),
            Integer.toString(site.ports().mapper()),
            site.scratch().toString()),
        environment,
        false,
        new PortMapper());
  }

  @Override
  public boolean saysReady(String line) {
    return line.contains(READY);
  }

  @Override
  public Optional<String> runtime(String line) {
    return Optional.empty();
  }

  @Override
  public String logFile() {
    return "none";
  }

  @Override
  public Optional<String> cause(List<String> console, List<String> log) {
    return console.stream()
        .map(TAKEN::matcher)
        .filter(Matcher::find)
        .map(matcher -> "port %s: another process has it".formatted(matcher.group(1)))
        .findFirst();
  }
}
