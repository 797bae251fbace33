package io.brokerbench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SizeFileTest {

  private final Path file;

  SizeFileTest(@TempDir Path directory) {
    file = directory.resolve("sizes.csv");
  }

  private String notation(List<String> lines) throws IOException {
    Files.write(file, lines);
    return SizeFile.notation("file:" + file);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "100,1 / 1KiB,3 | 100 25%, 1024 75%",
        "bytes;messages / 100;1e6 | 100 100%",
        "# recorded / 40,1 /  / 50,2 | 40 33.3333333333%, 50 66.6666666667%"
      })
  void aSizeHasTheShareOfItsMessages(String lines, String notation) throws IOException {
    assertThat(notation(List.of(lines.split(" */ *", -1)))).isEqualTo(notation);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "100,1 / 39,1 | line 2",
        "100,1 / 2g,1 | line 2",
        "100,0 | line 1",
        "100 | line 1",
        "100,1,1 | line 1",
        "100,1 / large,1 | line 2",
        "100,1 / 200,many | line 2"
      })
  void aLineThatIsNoSizeAndCountIsRefused(String lines, String line) {
    assertThatThrownBy(() -> notation(List.of(lines.split(" */ *", -1))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(
            "refers to the file " + file + ", whose " + line + " must be a size from 40 to ")
        .hasMessageContaining(" bytes and a number of messages above 0, such as 1024,350; got \"");
  }

  @Test
  void theSettingsHaveTheSizesThemselves() throws Exception {
    List<String> lines = new ArrayList<>();
    double bytes = 0;
    double messages = 0;
    for (int i = 0; i < SizeFile.MOST_SIZES; i++) {
      int size = 1000 + i;
      int count = 1 + i % 7;
      lines.add(size + "," + count);
      bytes += (double) size * count;
      messages += count;
    }
    String sizes = notation(lines);
    String setting = "message.size=file:" + file;
    assertThat(TestWorkload.reader(setting).settings().text("message.size")).isEqualTo(sizes);
    MessageShape shape = TestWorkload.of(setting).message();
    assertThat(shape.sizes().values()).hasSize(SizeFile.MOST_SIZES);
    assertThat(shape.meanBytes()).isCloseTo(bytes / messages, within(1e-6));
  }

  @Test
  void moreSizesThanSendersHaveBodiesForAreRefused() {
    List<String> many =
        IntStream.rangeClosed(0, SizeFile.MOST_SIZES).mapToObj(i -> (40 + i) + ",1").toList();
    assertThatThrownBy(() -> notation(many))
        .hasMessageEndingWith("which must have from 1 to 100 sizes, and has 101");
  }
}
