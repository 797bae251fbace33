package io.brokerbench.doctor;

import io.brokerbench.units.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The package managers of Linux distributions, identified by os-release(5). */
@SuppressWarnings("ImmutableEnumChecker") // Maps that do not change.
enum PackageManager {
  APT("apt-get install", "debian|ubuntu", Map.of("docker", "docker.io", "ssh", "openssh-client")),
  DNF(
      "dnf install",
      "fedora|rhel|centos",
      Map.of("docker", "moby-engine", "ssh", "openssh-clients")),
  ZYPPER("zypper install", "suse|opensuse", Map.of("ssh", "openssh-clients")),
  APK("apk add", "alpine", Map.of("ssh", "openssh-client")),
  PACMAN("pacman -S", "arch", Map.of("rabbitmq-server", "rabbitmq", "ssh", "openssh"));

  private static final Pattern IDS = Pattern.compile("^ID(?:_LIKE)?=(.*)$", Pattern.MULTILINE);

  private final String command;
  private final String distributions;

  /** By program, where its package has another name. */
  private final Map<String, String> packages;

  PackageManager(String command, String distributions, Map<String, String> packages) {
    this.command = command;
    this.distributions = distributions;
    this.packages = packages;
  }

  /**
   * The package manager of this machine; empty if its distribution is unknown.
   *
   * @param root root of the file system that contains {@code etc}
   */
  static Optional<PackageManager> of(Path root) {
    String release;
    try {
      release = Files.readString(root.resolve("etc/os-release"));
    } catch (IOException e) {
      return Optional.empty();
    }
    Matcher matcher = IDS.matcher(release);
    List<String> ids =
        matcher
            .results()
            .flatMap(each -> Stream.of(each.group(1).replace("\"", "").split("[ -]", -1)))
            .toList();
    return Stream.of(values())
        .filter(each -> ids.stream().anyMatch(id -> id.matches(each.distributions)))
        .findFirst();
  }

  String installs(String program) {
    return Text.of("%s %s", command, packages.getOrDefault(program, program));
  }
}
