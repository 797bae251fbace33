package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Consumers behind a backlog, with and without the memory that would hold it. */
@Tag("nightly")
@RequiresDocker
final class ColdConsumersIT {

  private static final int MESSAGES = 20_000;
  private static final int SIZE = 65_536;
  private static final long BACKLOG = (long) MESSAGES * SIZE;

  @TempDir private Path home;

  @Test
  void whatMemoryDoesNotHoldIsReadFromTheDisk() throws Exception {
    assertThat(bytesRead("warm", "0")).isLessThan(BACKLOG / 20);
    assertThat(bytesRead("cold", "1000m")).isGreaterThan(BACKLOG / 4);
  }

  /** Bytes that the broker reads from storage while the backlog is consumed. */
  private long bytesRead(String name, String memory) throws Exception {
    String more =
        "--producers 2 --rate 500/s --warmup 0 --duration 30s --size "
            + SIZE
            + " --backlog "
            + MESSAGES
            + " --set cluster.topology=1m --set cluster.heap=256m"
            + " --set cluster.container.memory="
            + memory
            + " --set "
            + Bench.DRAIN;
    String[] flags =
        Stream.concat(Stream.of(Docker.flags("5.5.0")), Stream.of(more.split(" ", -1)))
            .toArray(String[]::new);
    Path directory = Files.createDirectory(home.resolve(name));
    try (Bench bench = Bench.start(Bench.CONSUMER, directory, Map.of(), flags)) {
      ResultDirectory result = bench.end().measured();
      Accounts.of(result).areComplete().everythingCame();
      return result.json().at("/resources/master/bytesRead").asLong();
    }
  }
}
