package io.brokerbench.cluster.mqtt;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The mosquitto installed on this machine. */
record MqttInstallation(Path program, MqttRelease release) {

  private static final String PROGRAM = "mosquitto";
  private static final Pattern VERSION = Pattern.compile("mosquitto version ([\\w.~-]+)");

  /**
   * Finds the first installation on PATH or in the sbin directories, which an ordinary user's PATH
   * leaves out but Debian uses.
   */
  static Optional<MqttInstallation> find() {
    return Stream.concat(
            Stream.ofNullable(System.getenv("PATH"))
                .flatMap(path -> Stream.of(path.split(File.pathSeparator, -1))),
            List.of("/usr/local/sbin", "/usr/sbin", "/opt/homebrew/sbin").stream())
        .filter(directory -> !directory.isBlank())
        .map(directory -> Path.of(directory, PROGRAM))
        .filter(Files::isExecutable)
        .findFirst()
        .flatMap(MqttInstallation::of);
  }

  private static Optional<MqttInstallation> of(Path program) {
    try {
      Process process =
          new ProcessBuilder(program.toString(), "-h").redirectErrorStream(true).start();
      process.getOutputStream().close();
      Matcher match =
          VERSION.matcher(
              new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
      return match.find()
          ? Optional.of(new MqttInstallation(program, MqttRelease.parse(match.group(1))))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
