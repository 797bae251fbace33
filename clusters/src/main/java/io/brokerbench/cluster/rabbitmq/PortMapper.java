package io.brokerbench.cluster.rabbitmq;

import io.brokerbench.cluster.Addresses;
import io.brokerbench.cluster.Dialect;
import io.brokerbench.cluster.Launch;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Erlang's port mapper, epmd, for one cluster alone: left to themselves nodes start one that
 * outlives them.
 */
final class PortMapper implements Dialect {

  static final String NAME = "epmd";
  static final String ADDRESS = Addresses.LOOPBACK;

  // It says so, and whose port is taken, only if it is asked to say much.
  private static final String READY = "entering the main select() loop";

  private static final Pattern TAKEN = Pattern.compile("already a epmd running at port (\\d+)");

  static Launch launch(Site site) {
    Map<String, String> environment = new LinkedHashMap<>(site.environment());
    environment.put("HOME", site.home(NAME).toString());
    return new Launch(
        NAME,
        site.home(NAME),
        List.of("logs"),
        Map.of(),
        List.of(
            site.mapper(),
            "-d",
            "-d",
            "-port",
            Integer.toString(site.ports().mapper()),
            "-address",
            ADDRESS),
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
    return console.stream()
        .map(TAKEN::matcher)
        .filter(Matcher::find)
        .map(
            matcher ->
                String.format(Locale.ROOT, "port %s: another process has it", matcher.group(1)))
        .findFirst();
  }
}
