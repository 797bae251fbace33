package io.brokerbench.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.brokerbench.workload.SettingsException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class ExperimentFileTest {

  private final Path directory;

  ExperimentFileTest(@TempDir Path directory) {
    this.directory = directory;
  }

  private Path yaml(String text) throws IOException {
    return Files.writeString(directory.resolve("w.yaml"), text);
  }

  @Test
  void sectionsAreReadAndSettingsPassedOver() throws Exception {
    ExperimentFile file =
        ExperimentFile.read(
            yaml(
                """
                tool: consumer
                load: {threads: 3}
                matrix:
                  flush: [async, sync]
                  threads: [1, 2]
                  exclude: [{flush: sync, threads: 2}]
                  repeat: 3
                  seed: 5
                  until: ±3 %
                reference:
                  source: here
                  hardware: there
                  rows: [{flush: sync, perSecond: 10}]
                """));
    assertThat(file.tool()).isEqualTo("consumer");
    assertThat(file.matrix().cells()).hasSize(3);
    assertThat(file.matrix().repeat()).isEqualTo(3);
    assertThat(file.matrix().seed()).isEqualTo(5);
    assertThat(file.matrix().until()).hasValue(0.03);
    assertThat(file.reference().orElseThrow().hardware()).isEqualTo("there");
    assertThat(file.reference().orElseThrow().rows()).hasSize(1);
  }

  @Test
  void withoutSectionsItIsOneRunOfTheProducer() throws Exception {
    assertThat(ExperimentFile.read(yaml("load.threads: 1\n")))
        .isEqualTo(new ExperimentFile("producer", Matrix.NONE, Optional.empty()));
    assertThat(ExperimentFile.read(yaml(""))).isNotNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "matrix: {flush: sync} | 1: flush must be a list, such as [async, sync]",
        "matrix: {flush: []} |  matrix.flush needs a value",
        "matrix: {flush: [{a: b}]} | 1: flush must be one value",
        "matrix: {repeat: 0} | 1: matrix.repeat must be a whole number from 1 to 1,000, got \"0\"",
        "matrix: {seed: x} | 1: matrix.seed must be a whole number",
        "matrix: {until: 3} | 1: matrix.until must be a share such as 3%, got \"3\"",
        "matrix: [a] | 1: must hold keys and values",
        "matrix: {a: [1], exclude: [{b: 1}]} |  matrix.exclude names b=1, which is in no factor",
        "matrix: {a: [1], exclude: [{a: 2}]} |  matrix.exclude names a=2, which is in no factor",
        "matrix: {a: [1], exclude: [{a: 1}]} |  matrix.exclude leaves no cell",
        "matrix: {a: [1], a: [2]} | 1: a is set twice",
        "reference: {rows: [{perSecond: -1}]} | 1: a row of reference.rows needs a perSecond above 0",
        "reference: {sauce: x} | 1: there is no reference.sauce here",
        "tool: [a] | 1: tool must be one value",
        "a: [ | no proper YAML",
      })
  void slipsAreToldWithTheirPlace(String text, String problem) throws IOException {
    Path file = yaml(text);
    SettingsException refused =
        catchThrowableOfType(SettingsException.class, () -> ExperimentFile.read(file));
    assertThat(refused).as(text).isNotNull();
    assertThat(refused.problems())
        .anySatisfy(line -> assertThat(line).startsWith(file + ":").contains(problem));
  }

  @Test
  void aFileThatIsNotThereIsTold() {
    SettingsException refused =
        catchThrowableOfType(
            SettingsException.class, () -> ExperimentFile.read(directory.resolve("none.yaml")));
    assertThat(refused.problems()).singleElement().asString().endsWith("there is no such file");
  }

  static List<Path> shipped() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("..", "workloads"))) {
      return files.filter(file -> file.toString().endsWith(".yaml")).toList();
    }
  }

  @ParameterizedTest
  @MethodSource("shipped")
  void whatIsShippedCanBeRead(Path file) throws Exception {
    assertThat(ExperimentFile.read(file).matrix().cells()).isNotEmpty();
  }
}
