package io.brokerbench.cluster;

import io.brokerbench.workload.Settings;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** What {@code rocketmq.yaml} explains, for host process. */
record ProcessSettings(RocketMqSettings rocketMq, Path dataDirectory, JavaRuntime java) {

  static ProcessSettings read(Settings settings) {
    return new ProcessSettings(
        RocketMqSettings.read(settings, HostKeys.PROCESS),
        settings.parsed("cluster.data-directory", ProcessSettings::directory),
        settings.parsed("cluster.java", JavaRuntime::parse));
  }

  private static Path directory(String text) {
    String rule = "must be a directory one can write to, got \"%s\"".formatted(text);
    try {
      Path directory =
          Path.of(text.isBlank() ? System.getProperty("java.io.tmpdir") : text).toAbsolutePath();
      if (Files.isDirectory(directory) && Files.isWritable(directory)) {
        return directory;
      }
      throw new IllegalArgumentException(rule);
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException(rule, e);
    }
  }
}
