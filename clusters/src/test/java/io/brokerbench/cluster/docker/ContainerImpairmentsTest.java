package io.brokerbench.cluster.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.model.Info;
import com.github.dockerjava.core.DefaultDockerClientConfig;
import com.github.dockerjava.core.DockerClientConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is known of impairments before containers run. */
final class ContainerImpairmentsTest {

  @Test
  void theNetworkOfARootlessEngineIsNotDivided() throws Exception {
    DockerClientConfig config =
        DefaultDockerClientConfig.createDefaultConfigBuilder()
            .withDockerHost("unix:///nowhere/docker.sock")
            .build();
    try (DockerClient client = DockerEngine.client(config)) {
      Info info = new Info().withSecurityOptions(List.of("name=seccomp", "name=rootless"));
      DockerEngine rootless =
          new DockerEngine(client, info, config.getDockerHost(), Duration.ofSeconds(1));
      assertThat(PodFirewall.refusal(rootless))
          .hasValueSatisfying(text -> assertThat(text).contains("not rootless"));
      DockerEngine usual =
          new DockerEngine(client, new Info(), config.getDockerHost(), Duration.ofSeconds(1));
      assertThat(PodFirewall.refusal(usual)).isEmpty();
      // On another machine, as far as its name says, or with groups of its user.
      assertThat(DiskThrottle.refusal(usual)).isEmpty();
      assertThat(DiskThrottle.refusal(rootless)).isEmpty();
    }
  }

  /** The groups of version 1, of which only those of block devices matter, and of version 2. */
  @ParameterizedTest
  @ValueSource(strings = {"blkio", "."})
  void onlyWhoMayChangeGroupsSlowsDisksDown(String group, @TempDir Path mount) throws Exception {
    assertThat(DiskThrottle.refusalBelow(mount)).as("unknown").isEmpty();
    Path file = Files.createDirectories(mount.resolve(group)).resolve("cgroup.procs");
    Files.createFile(file);
    assertThat(DiskThrottle.refusalBelow(mount)).isEmpty();
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r--r--"));
    assumeThat(Files.isWritable(file)).as("root may write to every file").isFalse();
    assertThat(DiskThrottle.refusalBelow(mount))
        .hasValueSatisfying(text -> assertThat(text).startsWith("needs root").endsWith("procs"));
  }
}
