package io.brokerbench.cluster.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
final class GuardTest {

  /** Tells its number, heeds no signal and no end of input. */
  private static final String DEAF =
      "trap '' INT HUP TERM; sleep 1000 & echo $$; while :; do wait; done";

  private final Path home;
  private final Process node;

  GuardTest(@TempDir Path home) throws IOException {
    this.home = home.toRealPath();
    node =
        new ProcessBuilder(Guard.command(List.of("/bin/sh", "-c", DEAF)))
            .directory(home.toFile())
            .start();
    BufferedReader said =
        new BufferedReader(new InputStreamReader(node.getInputStream(), StandardCharsets.UTF_8));
    assertThat(said.readLine()).isEqualTo(Long.toString(node.pid()));
  }

  @AfterEach
  void nobodyIsLeft() {
    node.destroyForcibly();
    await().atMost(Duration.ofMinutes(2)).until(() -> processes().isEmpty());
  }

  @Test
  void theEndOfInputEndsNodeItsChildrenAndGuard() throws Exception {
    assertThat(processes()).hasSize(3).contains(node.pid());
    node.getOutputStream().close();
    assertThat(node.waitFor(2, TimeUnit.MINUTES)).isTrue();
    await().atMost(Duration.ofMinutes(2)).until(() -> processes().isEmpty());
  }

  @Test
  void aStoppedNodeEndsAsWell() throws Exception {
    kill("STOP", Long.toString(node.pid()));
    node.getOutputStream().close();
    assertThat(node.waitFor(2, TimeUnit.MINUTES)).isTrue();
  }

  @Test
  void theEndOfTheNodeEndsItsGuardAndItsChildren() throws Exception {
    node.destroyForcibly().waitFor();
    await().atMost(Duration.ofMinutes(2)).until(() -> processes().isEmpty());
  }

  /** For a moment, the guard exists and the node has not opened its input yet. */
  @Test
  void aNodeKilledAtAnyMomentOfItsStartLeavesNoGuard() throws Exception {
    for (int start = 0; start < 400; start++) {
      Process killed =
          new ProcessBuilder(Guard.command(List.of("/bin/cat"))).directory(home.toFile()).start();
      LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(25L * start));
      killed.destroyForcibly().waitFor();
    }
    await()
        .atMost(Duration.ofMinutes(2))
        .untilAsserted(() -> assertThat(processes()).hasSize(3).contains(node.pid()));
  }

  @Test
  void noSignalKeepsTheGuardFromItsWork() throws Exception {
    for (String signal : List.of("INT", "HUP", "TERM")) {
      for (long each : processes()) {
        if (each == node.pid() || !comm(each).equals("sleep")) {
          kill(signal, Long.toString(each));
        }
      }
    }
    assertThat(processes()).hasSize(3);
    node.getOutputStream().close();
    assertThat(node.waitFor(2, TimeUnit.MINUTES)).isTrue();
  }

  @Test
  void theNodeIsInASessionOfItsOwn() throws Exception {
    String stat = Files.readString(Path.of("/proc", Long.toString(node.pid()), "stat"));
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    assertThat(List.of(fields[2], fields[3])).containsOnly(Long.toString(node.pid()));
  }

  @Test
  void theNodeReadsWhatItIsTold(@TempDir Path other) throws Exception {
    Process reader =
        new ProcessBuilder(Guard.command(List.of("/bin/cat"))).directory(other.toFile()).start();
    try (OutputStream in = reader.getOutputStream();
        BufferedReader out =
            new BufferedReader(
                new InputStreamReader(reader.getInputStream(), StandardCharsets.UTF_8))) {
      in.write("go\n and \\n more \n".getBytes(StandardCharsets.UTF_8));
      in.flush();
      assertThat(out.readLine()).isEqualTo("go");
      assertThat(out.readLine()).isEqualTo(" and \\n more ");
    }
  }

  @Test
  void aDirectoryGoesWithTheEndOfInput() throws Exception {
    Path directory = home.resolve("data");
    Process guard = Guard.over(directory);
    Files.createDirectories(directory.resolve("a/b"));
    Files.writeString(directory.resolve("a/b/c"), "text");
    kill("INT", Long.toString(guard.pid()));
    kill("TERM", Long.toString(guard.pid()));
    assertThat(guard.isAlive()).isTrue();
    guard.getOutputStream().close();
    assertThat(guard.waitFor(2, TimeUnit.MINUTES)).isTrue();
    assertThat(directory).doesNotExist();
  }

  private static void kill(String signal, String pid) throws Exception {
    assertThat(new ProcessBuilder("/bin/sh", "-c", "kill -" + signal + " " + pid).start().waitFor())
        .isZero();
  }

  private static String comm(long pid) throws IOException {
    return Files.readString(Path.of("/proc", Long.toString(pid), "comm")).strip();
  }

  /** Those that work in the directory of the node: it, its child and its guard. */
  private List<Long> processes() {
    return ProcessHandle.allProcesses().map(ProcessHandle::pid).filter(this::worksHere).toList();
  }

  private boolean worksHere(long pid) {
    try {
      return Files.readSymbolicLink(Path.of("/proc", Long.toString(pid), "cwd")).equals(home);
    } catch (IOException e) {
      return false;
    }
  }
}
