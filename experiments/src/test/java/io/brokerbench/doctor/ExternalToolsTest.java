package io.brokerbench.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisabledOnOs(OS.WINDOWS)
final class ExternalToolsTest {

  private final Path directory;
  private final ExternalTools tools;

  ExternalToolsTest(@TempDir Path directory) {
    this.directory = directory;
    this.tools =
        new ExternalTools(
            "/nowhere" + File.pathSeparator + File.pathSeparator + directory,
            Optional.of(PackageManager.APT));
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
        .containsExactly("docker", "rabbitmq-server", "mosquitto", "ssh", "rsync");
    assertThat(tools.findings())
        .allSatisfy(each -> assertThat(each.value()).isEqualTo("not on the PATH"))
        .allSatisfy(each -> assertThat(each.concern()).startsWith("needed for "))
        .extracting(Finding::concern)
        .contains(
            "needed for brokers in containers: apt-get install docker.io",
            "needed for cluster.broker=mosquitto as processes: apt-get install mosquitto");
    assertThat(new ExternalTools("", Optional.empty()).findings())
        .extracting(Finding::concern)
        .contains("needed for brokers in containers; install it");
  }

  @ParameterizedTest
  @CsvSource({
    "ID=debian, apt-get install openssh-client",
    "'ID=linuxmint\nID_LIKE=\"ubuntu debian\"', apt-get install openssh-client",
    "'ID=\"rocky\"\nID_LIKE=\"rhel centos fedora\"', dnf install openssh-clients",
    "'ID=\"opensuse-leap\"', zypper install openssh-clients",
    "ID=alpine, apk add openssh-client",
    "'ID=manjaro\nID_LIKE=arch', pacman -S openssh",
    "ID=plan9, ''"
  })
  void theDistributionDeterminesThePackageManager(String release, String command)
      throws IOException {
    Files.createDirectories(directory.resolve("etc"));
    Files.writeString(directory.resolve("etc/os-release"), release);
    assertThat(PackageManager.of(directory).map(each -> each.installs("ssh")).orElse(""))
        .isEqualTo(command);
  }

  @Test
  void aSystemWithoutItsReleaseHasNoPackageManager() {
    assertThat(PackageManager.of(directory)).isEmpty();
  }

  @Test
  void whatIsThereIsOfNoConcern() throws IOException {
    program("docker", "[ \"$1\" = version ] && echo 28.1");
    program("rabbitmq-server", "exit 1");
    program("mosquitto", "exit 1");
    program("ssh", "exit 1");
    program("rsync", "exit 1");
    assertThat(tools.findings())
        .containsExactly(
            new Finding("docker", "engine 28.1", ""),
            new Finding("rabbitmq-server", directory.resolve("rabbitmq-server").toString(), ""),
            new Finding("mosquitto", directory.resolve("mosquitto").toString(), ""),
            new Finding("ssh", directory.resolve("ssh").toString(), ""),
            new Finding("rsync", directory.resolve("rsync").toString(), ""));
  }

  @Test
  void aDockerWithoutItsEngineIsNone() throws IOException {
    program("docker", "echo 28.1; exit 1");
    assertThat(tools.findings().get(0))
        .isEqualTo(
            new Finding(
                "docker",
                "its engine does not answer",
                "needed for brokers in containers: start it, and check the rights on its socket"));
  }
}
