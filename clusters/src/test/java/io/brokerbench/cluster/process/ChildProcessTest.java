package io.brokerbench.cluster.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.cluster.node.OutputParser;
import io.brokerbench.cluster.node.ProcessSpec;
import io.brokerbench.results.Resources.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
final class ChildProcessTest {

  /** A node that stores something at its end, which takes a while. */
  private static final String ORDERLY =
      "trap 'sleep 1; echo stored; exit 7' TERM; echo ready; while :; do sleep 0.1; done";

  private static final class ReadyParser implements OutputParser {

    @Override
    public boolean saysReady(String line) {
      return line.equals("ready");
    }

    @Override
    public Optional<String> cause(List<String> console, List<String> log) {
      return Optional.empty();
    }
  }

  private static ChildProcess start(Path home, String script) throws IOException {
    return new ChildProcess(
        new ProcessSpec(
            "node",
            Role.BROKER,
            home,
            List.of(),
            Map.of(),
            List.of("/bin/sh", "-c", script),
            Map.of(),
            false,
            new ReadyParser()));
  }

  @Test
  void aNodeThatIsAskedToStopEndsInItsOwnTime(@TempDir Path home) throws Exception {
    ChildProcess node = start(home, ORDERLY);
    try {
      node.booted().get(2, TimeUnit.MINUTES);
      node.stop();
      assertThat(node.howItEnded()).isEqualTo("exit code 7");
      assertThat(home.resolve(ChildProcess.CONSOLE)).hasContent("ready\nstored\n");
      assertThat(node.unplannedEnd()).isEmpty();
    } finally {
      node.end();
    }
  }

  /** The file of its output takes nothing. */
  @Test
  void aFullDiskKeepsNobodyFromReadingWhatANodePrints(@TempDir Path home) throws Exception {
    Files.createSymbolicLink(home.resolve(ChildProcess.CONSOLE), Path.of("/dev/full"));
    ChildProcess node = start(home, "echo starting; " + ORDERLY);
    try {
      node.booted().get(2, TimeUnit.MINUTES);
      node.stop();
      assertThat(node.howItEnded()).isEqualTo("exit code 7");
    } finally {
      node.end();
    }
  }
}
