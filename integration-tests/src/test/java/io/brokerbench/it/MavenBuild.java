package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The result of a build of a project outside this one. */
record MavenBuild(int code, String output) {

  private static final Path MVNW = Path.of("..", "mvnw").toAbsolutePath().normalize();
  private static final int PATIENCE_MINUTES = 10;

  /** Runs Maven with a local repository, and waits for its end. */
  static MavenBuild of(Path project, LayeredRepository repository, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(MVNW.toString());
    command.addAll(List.of("-B", "-ntp", "-Dstyle.color=never"));
    command.add("-Dmaven.repo.local=" + repository.path());
    command.addAll(List.of(arguments));
    Path output = Files.createTempFile(project, "build", ".log");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(project.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().remove("NAMESRV_ADDR");
    Process process = builder.start();
    try {
      assertThat(process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)).isTrue();
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    return new MavenBuild(process.exitValue(), Files.readString(output));
  }
}
