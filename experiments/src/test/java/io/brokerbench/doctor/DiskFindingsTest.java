package io.brokerbench.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DiskFindingsTest {

  @ParameterizedTest
  @CsvSource({
    "tmpfs, fsync means nothing",
    "ramfs, fsync means nothing",
    "nfs4, another machine's",
    "9p, another machine's"
  })
  void someFileSystemsKeepNothingHere(String type, String concern) {
    assertThat(DiskFindings.fileSystem(type, "device").concern()).contains(concern);
  }

  @Test
  void aDiskIsOfNoConcern() {
    assertThat(DiskFindings.fileSystem("ext4", "/dev/vda"))
        .isEqualTo(new Finding("file system", "ext4 on /dev/vda", ""));
  }

  @Test
  void aFullDiskIs() {
    assertThat(DiskFindings.free((10L << 30) - 1).concern()).contains("10.0 GiB are needed");
    assertThat(DiskFindings.free(10L << 30).concern()).isEmpty();
  }

  @Test
  void everyDirectoryLiesOnSomething(@TempDir Path directory) throws IOException {
    assertThat(DiskFindings.of(directory))
        .extracting(Finding::name)
        .containsExactly("file system", "disk free");
  }
}
