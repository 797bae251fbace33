package io.brokerbench.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
final class ExternalToolsTest {

  private final Path directory;
  private final ExternalTools tools;

  ExternalToolsTest(@TempDir Path directory) {
    this.directory = directory;
    this.tools =
        new ExternalTools("/nowhere" + File.pathSeparator + File.pathSeparator + directory);
  }

  private void program(String name, String script) throws IOException {
    Path file = Files.writeString(directory.resolve(name), "#!/bin/sh\n" + script + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  @Test
  void whatIsNotThereIsNeededForSomething() throws IOException {
    Files.writeString(directory.resolve("mosquitto"), "no program");
    assertThat(tools.findings())
        .extracting(Finding::name)
        .containsExactly("docker", "rabbitmq-server", "mosquitto");
    assertThat(tools.findings())
        .allSatisfy(each -> assertThat(each.value()).isEqualTo("not on the PATH"))
        .allSatisfy(each -> assertThat(each.concern()).startsWith("needed for "));
  }

  @Test
  void whatIsThereIsOfNoConcern() throws IOException {
    program("docker", "[ \"$1\" = version ] && echo 28.1");
    program("rabbitmq-server", "exit 1");
    program("mosquitto", "exit 1");
    assertThat(tools.findings())
        .containsExactly(
            new Finding("docker", "engine 28.1", ""),
            new Finding("rabbitmq-server", directory.resolve("rabbitmq-server").toString(), ""),
            new Finding("mosquitto", directory.resolve("mosquitto").toString(), ""));
  }

  @Test
  void aDockerWithoutItsEngineIsNone() throws IOException {
    program("docker", "echo 28.1; exit 1");
    assertThat(tools.findings().get(0))
        .isEqualTo(
            new Finding(
                "docker", "its engine does not answer", "needed for brokers in containers"));
  }
}
