package io.brokerbench.cluster.docker;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LimitedStoreTest {

  private final Path programs;

  LimitedStoreTest(@TempDir Path programs) {
    this.programs = programs;
  }

  private void program(String name, String script) throws Exception {
    Path program = programs.resolve(name);
    Files.writeString(program, "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @Test
  void aLargeStoreIsFilledInLargeBlocks() throws Exception {
    // 10 GiB, of which 1 MiB is in use.
    program(
        "df",
        "echo Filesystem 1024-blocks Used Available Capacity Mounted on;"
            + " echo tmpfs 10485760 1024 10484736 1% "
            + LimitedStore.MOUNT);
    program("dd", "echo \"$@\"");
    ProcessBuilder builder =
        new ProcessBuilder("/bin/sh", "-c", LimitedStore.FILL).redirectErrorStream(true);
    builder.environment().merge("PATH", programs.toString(), (old, own) -> own + ":" + old);
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    // 97 % in all, rounded down to a block.
    assertThat(output.strip())
        .isEqualTo("if=/dev/zero bs=65536 count=158908 of=" + LimitedStore.MOUNT + "/filler");
  }
}
