package io.brokerbench.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs LanguageTool over the documentation and the help of all commands, by its own project. */
@Tag("nightly")
final class LanguageIT {

  @Test
  void nothingIsReported() throws Exception {
    Process process =
        new ProcessBuilder("../mvnw", "-q", "-B", "-ntp", "-f", "../docs/language/pom.xml", "test")
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
  }
}
