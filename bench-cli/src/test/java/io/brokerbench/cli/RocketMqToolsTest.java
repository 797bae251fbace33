package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** RocketMQ's own benchmark tools, in the release whose flags the commands here have. */
final class RocketMqToolsTest {

  private static final String TOOLS = "org.apache.rocketmq.example.benchmark";
  private static final Path NAMES = Path.of("..", "docs", "metrics", "rocketmq-tools.md");

  /** A tool that a later release adds is missing here until the page states what stands for it. */
  @Test
  void eachHasASectionOnWhatStandsForIt() throws IOException {
    Set<String> tools =
        new ClassFileImporter()
            .importPackages(TOOLS).stream()
                .filter(type -> type.tryGetMethod("main", String[].class).isPresent())
                .map(JavaClass::getSimpleName)
                .collect(Collectors.toSet());
    assertThat(tools).contains("Producer", "Consumer");
    Set<String> named =
        Files.readAllLines(NAMES).stream()
            .filter(line -> line.startsWith("## "))
            .flatMap(line -> Arrays.stream(line.split("\\W+")))
            .collect(Collectors.toSet());
    assertThat(named).containsAll(tools);
  }
}
