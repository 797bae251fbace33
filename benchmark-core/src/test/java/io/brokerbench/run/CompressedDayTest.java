package io.brokerbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.record.page.PageStore;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The heap that a day at 50,000 messages per second needs, in a JVM of its own: a fiftieth of the
 * day, and of the pages that the audit may hold in the heap, unless the system property {@code
 * day.share} is another share.
 */
@Tag("nightly")
final class CompressedDayTest {

  private static final String SHARE = System.getProperty("day.share", "0.02");
  private static final Pattern HEAP = Pattern.compile("([0-9.]+) MiB heap");

  /** What does not depend on the length of the run: histograms, pages in use, classes. */
  private static final double FIXED_MIB = 20;

  /** References to pages in the file, of all books of a day: four bytes for each. */
  private static final double REFERENCES_MIB = 32;

  @ParameterizedTest
  @EnumSource
  void theHeapIsBoundedAndEveryCountIsRight(CompressedDay.Story story, @TempDir Path directory)
      throws Exception {
    Path output = directory.resolve("output.txt");
    Process day =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                CompressedDay.class.getName(),
                SHARE,
                directory.toString(),
                story.name())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    int exit = day.waitFor();
    String text = Files.readString(output, StandardCharsets.UTF_8);
    System.out.println(text);
    assertThat(exit).as(text).isZero();
    List<Double> heaps =
        HEAP.matcher(text).results().map(match -> Double.valueOf(match.group(1))).toList();
    double most =
        FIXED_MIB + Double.parseDouble(SHARE) * ((PageStore.HEAP_BYTES >> 20) + REFERENCES_MIB);
    assertThat(heaps).hasSizeGreaterThan(6).allMatch(mebibytes -> mebibytes < most);
  }
}
