package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.units.Text;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code scripts/shutdown.sh} with a list of processes in place of the machine's. */
@Timeout(120)
final class ShutdownScriptTest {

  private static final int TERMINATED = 143;

  private final Path programs;

  ShutdownScriptTest(@TempDir Path programs) {
    this.programs = programs;
  }

  private record Ended(int code, String output) {}

  private Ended call(String processes, String tool) throws Exception {
    BenchProcess.writeScript(programs.resolve("ps"), "cat <<'END'\n" + processes + "END\n");
    ProcessBuilder call =
        new ProcessBuilder("../scripts/shutdown.sh", tool).redirectErrorStream(true);
    call.environment().put("PATH", programs + ":" + System.getenv("PATH"));
    Process process = call.start();
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).stripTrailing();
    return new Ended(process.waitFor(), output);
  }

  private static Process sleeping() throws IOException {
    return new ProcessBuilder("sleep", "600").start();
  }

  @Test
  void benchmarksOfTheToolEndAndNoOthers() throws Exception {
    Process producer = sleeping();
    Process batchProducer = sleeping();
    Process other = sleeping();
    try {
      String processes =
          Text.of(
              """
              %d /jdk/bin/java -Xmx1g -cp a.jar io.brokerbench.cli.BenchMain producer -w 8
              %d java -cp a.jar io.brokerbench.cli.BenchMain batchproducer
              %d java -cp a.jar io.brokerbench.cli.BenchMain run load.yaml --tool producer
              %d timeout 9 java -cp a.jar io.brokerbench.cli.BenchMain producer
              """,
              producer.pid(), batchProducer.pid(), other.pid(), other.pid());
      assertThat(call(processes, "producer"))
          .isEqualTo(
              new Ended(
                  0,
                  Text.of(
                      "shutdown.sh: producer with process ID %d ends, and writes its result",
                      producer.pid())));
      assertThat(producer.waitFor()).isEqualTo(TERMINATED);
      assertThat(batchProducer.isAlive()).isTrue();
      assertThat(call(processes, "bproducer").code()).isZero();
      assertThat(batchProducer.waitFor()).isEqualTo(TERMINATED);
      assertThat(call(processes, "consumer"))
          .isEqualTo(new Ended(1, "shutdown.sh: no consumer of this user is running"));
      assertThat(other.isAlive()).isTrue();
    } finally {
      BenchProcess.kill(producer);
      BenchProcess.kill(batchProducer);
      BenchProcess.kill(other);
    }
  }

  @Test
  void anUnknownToolIsRefused() throws Exception {
    assertThat(call("", "all"))
        .isEqualTo(
            new Ended(
                2,
                "shutdown.sh: must be producer, batchproducer, consumer or tproducer, got"
                    + " \"all\""));
  }

  @Test
  void theHelpIsShown() throws Exception {
    Ended help = call("", "--help");
    assertThat(help.code()).isZero();
    assertThat(help.output()).startsWith("shutdown.sh producer|").endsWith("2 bad input.");
  }
}
