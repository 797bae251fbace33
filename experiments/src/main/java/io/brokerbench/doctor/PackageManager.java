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
enum PackageManager {
  APT("apt-get install", "debian|ubuntu"),
  DNF("dnf install", "fedora|rhel|centos"),
  ZYPPER("zypper install", "suse|opensuse"),
  APK("apk add", "alpine"),
  PACMAN("pacman -S", "arch");

  private static final Pattern IDS = Pattern.compile("^ID(?:_LIKE)?=(.*)$", Pattern.MULTILINE);

  /** Packages whose names are not those of their programs. */
  private static final Map<String, Map<PackageManager, String>> PACKAGES =
      Map.of(
          "docker",
          Map.of(APT, "docker.io", DNF, "moby-engine"),
          "rabbitmq-server",
          Map.of(PACMAN, "rabbitmq"),
          "ssh",
          Map.of(
              APT,
              "openssh-client",
              DNF,
              "openssh-clients",
              ZYPPER,
              "openssh-clients",
              APK,
              "openssh-client",
              PACMAN,
              "openssh"));

  private final String command;
  private final String distributions;

  PackageManager(String command, String distributions) {
    this.command = command;
    this.distributions = distributions;
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
    return Text.of(
        "%s %s", command, PACKAGES.getOrDefault(program, Map.of()).getOrDefault(this, program));
  }
}
