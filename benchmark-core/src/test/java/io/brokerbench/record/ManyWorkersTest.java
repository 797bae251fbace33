package io.brokerbench.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The audit of 100 million messages of twenty workers, in a JVM of its own with a heap of 1 GiB.
 * Prints the time of the controller: within a minute on a machine that does nothing else.
 */
@Tag("nightly")
final class ManyWorkersTest {

  private static final String MESSAGES = "100000000";

  @Test
  void theControllerReconcilesAHundredMillionMessages(@TempDir Path directory) throws Exception {
    Path output = directory.resolve("output.txt");
    Process run =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1g",
                "-cp",
                System.getProperty("java.class.path"),
                ManyWorkers.class.getName(),
                MESSAGES,
                directory.toString())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    int exit = run.waitFor();
    String text = Files.readString(output, StandardCharsets.UTF_8);
    System.out.println(text);
    assertThat(exit).as(text).isZero();
    assertThat(text).contains("100,000,000 messages of 20 workers");
  }
}
