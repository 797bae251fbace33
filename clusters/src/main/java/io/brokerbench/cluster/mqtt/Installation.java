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

/** Mosquitto as it is installed on this machine. */
record Installation(Path program, Release release) {

  private static final String PROGRAM = "mosquitto";
  private static final Pattern VERSION = Pattern.compile("mosquitto version ([\\w.~-]+)");

  /**
   * The first that a search of the path finds; an ordinary user's leaves out where Debian has it.
   */
  static Optional<Installation> find() {
    return Stream.concat(
            Stream.ofNullable(System.getenv("PATH"))
                .flatMap(path -> Stream.of(path.split(File.pathSeparator, -1))),
            List.of("/usr/local/sbin", "/usr/sbin", "/opt/homebrew/sbin").stream())
        .filter(directory -> !directory.isBlank())
        .map(directory -> Path.of(directory, PROGRAM))
        .filter(Files::isExecutable)
        .findFirst()
        .flatMap(Installation::of);
  }

  private static Optional<Installation> of(Path program) {
    try {
      Process process =
          new ProcessBuilder(program.toString(), "-h").redirectErrorStream(true).start();
      process.getOutputStream().close();
      Matcher told =
          VERSION.matcher(
              new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
      return told.find()
          ? Optional.of(new Installation(program, Release.parse(told.group(1))))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
