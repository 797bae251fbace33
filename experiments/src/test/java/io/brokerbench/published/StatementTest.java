package io.brokerbench.published;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.brokerbench.results.RunFile;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.testkit.PartialRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StatementTest {

  @Test
  void theSizeOfThisMachinesMemoryIsNotThatOfOthers(@TempDir Path directory) throws Exception {
    Path file = directory.resolve(RunFile.NAME);
    Files.writeString(
        file, PartialRun.complete("{\"resources\": {\"host\": {\"memoryUsedShareMax\": 0.25}}}"));
    assertThat(Statement.MEMORY.measured(List.of(StoredRun.read(directory))))
        .isEqualTo("25 % of 1.0 GiB in use");
    ObjectNode run = RunFile.tree(RunFile.read(file));
    run.withObject("/resources/hosts/broker-a")
        .put("cpuCoresMean", 1)
        .put("loadAverageMax", 1)
        .put("memoryUsedShareMax", 0.5);
    Files.writeString(file, run.toString());
    assertThat(Statement.MEMORY.measured(List.of(StoredRun.read(directory))))
        .isEqualTo("50 % in use");
  }
}
