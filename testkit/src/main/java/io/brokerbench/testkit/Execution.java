package io.brokerbench.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.brokerbench.command.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Exit code and output of a command. */
public record Execution(ExitCode code, String out, String err) {

  /** The lines on stderr of a command that was rejected before anything started. */
  public List<String> refusals() {
    assertThat(code).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(out).isEmpty();
    return err.lines().toList();
  }

  /** Fails unless the command ran; the verdict is ignored, because it depends on the machine. */
  public Execution ran() {
    assertThat(err).isEmpty();
    assertThat(code).isIn(ExitCode.VALID, ExitCode.RUN_INVALID);
    return this;
  }

  /** The {@code run.json} of the only result directory in {@code parent}. */
  public static JsonNode json(Path parent) throws IOException {
    return new ObjectMapper().readTree(Entries.only(parent).resolve("run.json").toFile());
  }
}
