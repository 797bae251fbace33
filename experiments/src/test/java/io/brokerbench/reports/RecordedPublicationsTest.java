package io.brokerbench.reports;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The recorded publications: their stored results give the same page as when they were recorded.
 */
final class RecordedPublicationsTest {

  private static final Path PAGES = Path.of("..", "docs", "publications");
  private static final long MAX_BYTES = 2_000_000;

  private final Path temp;

  RecordedPublicationsTest(@TempDir Path temp) {
    this.temp = temp;
  }

  static List<Path> pages() throws IOException {
    try (Stream<Path> files = Files.list(PAGES)) {
      return files.filter(file -> file.toString().endsWith(".md")).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void storedResultsGiveTheSameTables(Path page) throws Exception {
    String name = page.getFileName().toString().replace(".md", "");
    Path results = PAGES.resolve(name).resolve("results.zip");
    assertThat(Files.size(results)).isLessThanOrEqualTo(MAX_BYTES);
    unpack(results);
    String text = Files.readString(page);
    assertThat(text).containsPattern("\\*\\*Source\\*\\*: .*\"[^\"]+\",");
    assertThat(text).endsWith(PublicationPage.text(temp.resolve(name)));
    List<String> pictures =
        Pattern.compile("]\\(([^)]+\\.svg)\\)")
            .matcher(text)
            .results()
            .map((MatchResult found) -> found.group(1))
            .toList();
    assertThat(pictures).isNotEmpty().allSatisfy(file -> assertThat(PAGES.resolve(file)).exists());
  }

  private void unpack(Path file) throws IOException {
    try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(file))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        Path target = temp.resolve(entry.getName()).normalize();
        assertThat(target.startsWith(temp)).isTrue();
        if (entry.isDirectory()) {
          Files.createDirectories(target);
        } else {
          Files.createDirectories(target.getParent());
          Files.copy(zip, target);
        }
      }
    }
  }
}
