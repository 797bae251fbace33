package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A load during which the broker deletes old files of its commit log. */
@Tag("nightly")
final class RetentionIT {

  private static final String FIRST_FILE = "0".repeat(20);

  /** A broker looks for expired files every ten seconds, from a minute after its start on. */
  @Test
  void consumersThatKeepUpMissNothingThatIsDeleted(@TempDir Path directory) throws Exception {
    Path home = directory.toRealPath();
    String everyHour =
        IntStream.range(0, 24)
            .mapToObj(hour -> String.format(Locale.ROOT, "%02d", hour))
            .collect(Collectors.joining(";"));
    try (Bench bench =
        Bench.start(
            Bench.CONSUMER,
            home,
            Map.of(),
            ("--producers 2 --rate 100/s --size 16384 --warmup 0 --duration 0"
                    + " --set cluster.topology=1m"
                    + " --set cluster.properties.mappedFileSizeCommitLog=1048576"
                    + " --set cluster.properties.fileReservedTime=0"
                    + " --set cluster.properties.deleteWhen="
                    + everyHour
                    + " --set "
                    + Bench.DRAIN)
                .split(" ", -1))) {
      bench.awaitMeasured("acked", 1);
      Path first = commitLog(home.resolve("data")).resolve(FIRST_FILE);
      assertThat(first).exists();
      bench.await(() -> Files.notExists(first));
      bench.signal("INT");
      Accounts.of(bench.end().measured()).areComplete().everythingCame();
    }
  }

  /** That of the only master of the only cluster. */
  private static Path commitLog(Path data) throws IOException {
    try (Stream<Path> clusters = Files.list(data)) {
      return clusters
          .map(cluster -> cluster.resolve("master").resolve("store").resolve("commitlog"))
          .filter(Files::isDirectory)
          .findFirst()
          .orElseThrow();
    }
  }
}
