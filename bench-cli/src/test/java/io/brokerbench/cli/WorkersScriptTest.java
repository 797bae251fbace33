package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.command.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code scripts/workers} answers before it connects to a host. */
final class WorkersScriptTest {

  private final Path home;

  WorkersScriptTest(@TempDir Path home) {
    this.home = home;
  }

  private record Said(int code, String text) {}

  private static Said workers(List<String> arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("../scripts/workers"));
    command.addAll(arguments);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String text =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    return new Said(process.waitFor(), text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''                         | needs up or down, got \"\"",
        "start a                    | needs up or down, got \"start\"",
        "down                       | down needs hosts",
        "down a;b                   | got \"a;b\"",
        "down -oProxyCommand=x      | there is no option -oProxyCommand=x",
        "down x@a y@a               | the host a is named twice",
        "down --join c:1 a          | --join is for up",
        "up --join                  | --join needs a value",
        "up a                       | --join must be HOST:PORT of the controller, got \"\"",
        "up --join c a              | --join must be HOST:PORT of the controller, got \"c\"",
        "up --join c:1 a            | \"\" has no authority.pem",
        "up --join c:1 --credentials HOME a | has no worker-key.pem",
      })
  void badInputIsRefusedInOneLine(String arguments, String problem) throws Exception {
    for (String file : List.of("authority.pem", "worker.pem")) {
      Files.createFile(home.resolve(file));
    }
    Said said = workers(List.of(arguments.replace("HOME", home.toString()).split(" ", -1)));
    assertThat(said.text().lines()).singleElement().asString().contains(problem);
    assertThat(said.text()).startsWith("workers: ");
    assertThat(said.code()).isEqualTo(ExitCode.BAD_INPUT.code());
  }

  @Test
  void helpIsTheHeadOfTheScript() throws Exception {
    Said said = workers(List.of("--help"));
    assertThat(said.code()).isZero();
    assertThat(said.text()).startsWith("workers up --join").endsWith("2 bad input.");
  }
}
