package io.brokerbench.cluster.process;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.driver.BrokerException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ProcessHostTest {

  private static final String TEMPORARY = "java.io.tmpdir";

  /** Settings whose default is refused are a defect of the program. */
  @Test
  void aMachineWithoutATemporaryDirectoryIsNoBadDefault(@TempDir Path home) {
    Path missing = home.resolve("missing");
    String before = requireNonNull(System.setProperty(TEMPORARY, missing.toString()));
    try {
      Path parent = ProcessHost.parent("");
      assertThat(parent).isEqualTo(missing);
      assertThatThrownBy(() -> ProcessHost.in(parent))
          .isInstanceOf(BrokerException.class)
          .hasMessageStartingWith("no directory can be made in " + missing)
          .hasMessageEndingWith("name another by cluster.data-directory");
    } finally {
      System.setProperty(TEMPORARY, before);
    }
  }
}
