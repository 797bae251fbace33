package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.address.HostPort;
import io.brokerbench.clock.Clock;
import io.brokerbench.command.ExitCode;
import io.brokerbench.workers.controller.WorkerInfo;
import io.brokerbench.workers.controller.WorkerPool;
import io.brokerbench.workers.link.Credentials;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class WorkerCommandTest {

  private final Path directory;

  WorkerCommandTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @Test
  void aWorkerJoinsWithTheCredentialsThatWereMade() throws Exception {
    Path credentials = directory.resolve("credentials");
    CommandOutput made = CommandOutput.of("worker", "credentials", credentials);
    assertThat(made.code()).isEqualTo(ExitCode.VALID);
    assertThat(made.out()).isEqualTo("made credentials in " + credentials + ", valid for a year\n");
    assertThat(CommandOutput.of("worker", "credentials", credentials))
        .isEqualTo(
            new CommandOutput(
                ExitCode.BAD_INPUT,
                "",
                credentials + " is not empty; name another directory, or remove its files\n"));
    Path output = directory.resolve("output");
    String address;
    Process worker;
    try (WorkerPool pool =
        WorkerPool.listen(
            new HostPort("127.0.0.1", 0),
            Optional.of(Credentials.ofController(credentials)),
            1,
            Clock.system(),
            line -> {})) {
      address = address(pool);
      worker = start(output, pool, "--credentials", credentials, "--name", "w");
      assertThat(pool.await()).extracting(WorkerInfo::name).containsExactly("w");
      assertThat(CommandOutput.of("worker", "--join", address, "--credentials", credentials))
          .isEqualTo(
              new CommandOutput(
                  ExitCode.BAD_INPUT,
                  "",
                  "the controller at "
                      + address
                      + ": it refused this worker: all workers (1) have joined; joining late is not"
                      + " possible\n"));
    }
    assertThat(worker.waitFor()).isZero();
    assertThat(Files.readAllLines(output))
        .containsExactly(
            "joined the controller at " + address + " as w",
            "the controller at " + address + " no longer needs this worker");
  }

  @Test
  void theNameIsThatOfTheHost() throws Exception {
    Path output = directory.resolve("output");
    List<String> console = new CopyOnWriteArrayList<>();
    try (WorkerPool pool =
        WorkerPool.listen(
            new HostPort("127.0.0.1", 0), Optional.empty(), 2, Clock.system(), console::add)) {
      Process worker = start(output, pool);
      await().atMost(Duration.ofMinutes(2)).until(() -> console.size() == 2);
      worker.destroy();
      assertThat(worker.waitFor()).isEqualTo(143);
      String name = java.net.InetAddress.getLocalHost().getHostName();
      assertThat(console).contains(name + " at 127.0.0.1 joined, 1 of 2 workers");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "                                | --join: must name the controller, as host:port",
        "--join host                     | --join: must be host:port, got \"host\"",
        "--join 192.0.2.1:7000           | --join: 192.0.2.1:7000 is not a loopback address, so it",
        "--join 192.0.2.1:7 --credentials none | --credentials: none/authority.pem cannot be read",
        "credentials                     | worker: needs --join HOST:PORT to take part",
        "leave x                         | worker: needs --join HOST:PORT to take part",
        "credentials x --join 127.0.0.1:7 | worker: needs --join HOST:PORT to take part",
        "credentials x --credentials y   | worker: needs --join HOST:PORT to take part",
        "credentials x --name w          | worker: needs --join HOST:PORT to take part",
      })
  void badInputIsRefusedInOneLine(String arguments, String problem) {
    CommandOutput shown =
        arguments == null
            ? CommandOutput.of("worker")
            : CommandOutput.of("worker", (Object[]) arguments.split(" "));
    assertThat(shown.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(shown.out()).isEmpty();
    assertThat(shown.err().lines()).singleElement().asString().startsWith(problem);
  }

  private static Process start(Path output, WorkerPool pool, Object... more) throws Exception {
    Object[] arguments = new Object[3 + more.length];
    arguments[0] = "worker";
    arguments[1] = "--join";
    arguments[2] = address(pool);
    System.arraycopy(more, 0, arguments, 3, more.length);
    return BenchProcess.start(output, arguments);
  }

  private static String address(WorkerPool pool) {
    return "127.0.0.1:" + pool.port();
  }
}
