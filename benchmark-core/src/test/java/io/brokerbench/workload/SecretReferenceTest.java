package io.brokerbench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SecretReferenceTest {

  private static final Map<String, String> ENVIRONMENT = Map.of("PW", "x", "NONE", "");

  private final Path temp;

  SecretReferenceTest(@TempDir Path temp) {
    this.temp = temp;
  }

  private static String resolved(String value) {
    return SecretReference.resolve("mqtt.password", value, ENVIRONMENT);
  }

  private Path file(String content, String permissions) throws IOException {
    Path file = Files.writeString(temp.resolve("secret"), content);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
  }

  @ParameterizedTest
  @CsvSource({"plain, plain", "env:PW, x", "envy:PW, envy:PW"})
  void valuesAreLiteralsOrVariables(String value, String secret) {
    assertThat(resolved(value)).isEqualTo(secret);
  }

  @ParameterizedTest
  @ValueSource(strings = {"s3cret", "s3cret\n", "s3cret\r\n"})
  void aFileHoldsOneWithOrWithoutAnEndOfLine(String content) throws IOException {
    assertThat(resolved("file:" + file(content, "rw-------"))).isEqualTo("s3cret");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r-----", "rw----r--", "rw--w----", "rw-----w-"})
  void aFileThatOthersMayReadOrChangeIsRefused(String permissions) throws IOException {
    Path file = file("s3cret", permissions);
    assertThatThrownBy(() -> resolved("file:" + file))
        .hasMessage(
            "refers to the file %s, which others may read or change; first run chmod 600 %s",
            file, file);
  }

  @Test
  void anEmptyOrMissingFileIsRefused() throws IOException {
    Path file = file("\n", "rw-------");
    assertThatThrownBy(() -> resolved("file:" + file)).hasMessageEndingWith("which is empty");
    Files.delete(file);
    assertThatThrownBy(() -> resolved("file:" + file)).hasMessageEndingWith("which is not there");
    assertThatThrownBy(() -> resolved("file:" + temp)).hasMessageEndingWith("which is not there");
  }

  @Test
  void anAnswerIsAskedForOnceAndNeedsATerminal() {
    assertThatThrownBy(() -> resolved("prompt:PW"))
        .hasMessage(
            "refers to a prompt, and there is no terminal; without a terminal, use env:NAME or"
                + " file:PATH");
    System.setProperty(SecretReference.ANSWER + "PW", "typed");
    try {
      assertThat(resolved("prompt:PW")).isEqualTo("typed");
      assertThat(Secrets.answers()).containsEntry(SecretReference.ANSWER + "PW", "typed");
    } finally {
      System.clearProperty(SecretReference.ANSWER + "PW");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "env:OTHER | refers to the environment variable OTHER, which is not set",
        "env:NONE | refers to the environment variable NONE, which is empty",
        "env:a b | must be env: and the name of an environment variable, file: and a path, or prompt: and a name",
        "file: | must be env: and the name of an environment variable, file: and a path, or prompt: and a name",
        "prompt:- | must be env: and the name of an environment variable, file: and a path, or prompt: and a name",
      })
  void slipsAreReported(String value, String problem) {
    assertThatThrownBy(() -> resolved(value)).hasMessage(problem);
  }

  @Test
  void resultsShowTheReference() throws SettingsException {
    SettingsReader reader =
        Workload.defaults()
            .environment(ENVIRONMENT)
            .set("cluster.properties.default_pass", "env:PW", "--set")
            .set("cluster.properties.cookie", "literal", "--set");
    Settings settings = reader.settings();
    assertThat(settings.below("cluster.properties"))
        .containsEntry("default_pass", "x")
        .containsEntry("cookie", "literal");
    assertThat(settings.effective())
        .containsEntry("cluster.properties.default_pass", "env:PW")
        .containsEntry("cluster.properties.cookie", "***");
    assertThat(reader.warnings())
        .singleElement()
        .asString()
        .isEqualTo(
            "warning: --set: cluster.properties.cookie is a secret, and every user of this machine may read"
                + " command lines; give it as env:NAME, file:PATH or prompt:NAME");
  }
}
