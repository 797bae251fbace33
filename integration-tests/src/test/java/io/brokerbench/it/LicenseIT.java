package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The check of the licenses of the archives' libraries, by the POM that makes the archives. */
@Tag("nightly")
final class LicenseIT {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final String TEMPLATE = "src/licenses/third-party.ftl";

  private final Path project;
  private final LayeredRepository repository;

  LicenseIT(@TempDir Path directory) {
    this.project = directory.resolve("bench-cli");
    this.repository = new LayeredRepository(directory.resolve("repository"));
  }

  @Test
  void aLibraryUnderTheGplAloneFailsTheBuild() throws Exception {
    repository.install(ROOT);
    Path bench = ROOT.resolve("bench-cli");
    Files.createDirectories(project.resolve(TEMPLATE).getParent());
    Files.copy(bench.resolve(TEMPLATE), project.resolve(TEMPLATE));
    String pom = Files.readString(bench.resolve("pom.xml"));

    MavenBuild permitted = listLibraries(pom);
    assertThat(permitted.code()).as(permitted.output()).isZero();

    installCopyleft();
    MavenBuild refused =
        listLibraries(
            pom.replaceFirst(
                "<dependencies>",
                "<dependencies><dependency><groupId>copyleft</groupId>"
                    + "<artifactId>copyleft</artifactId><version>1</version></dependency>"));
    assertThat(refused.code()).as(refused.output()).isEqualTo(1);
    assertThat(refused.output()).contains("forbidden licenses", "GPL-3.0-only");
  }

  private MavenBuild listLibraries(String pom) throws Exception {
    Files.writeString(project.resolve("pom.xml"), pom);
    return MavenBuild.of(project, repository, "license:add-third-party@default");
  }

  /** An empty library in a new group, because those there are links to the user's repository. */
  private void installCopyleft() throws IOException {
    Path artifact = Files.createDirectories(repository.path().resolve("copyleft/copyleft/1"));
    Files.writeString(
        artifact.resolve("copyleft-1.pom"),
        """
        <project>
          <modelVersion>4.0.0</modelVersion>
          <groupId>copyleft</groupId>
          <artifactId>copyleft</artifactId>
          <version>1</version>
          <licenses><license><name>GPL-3.0-only</name></license></licenses>
        </project>
        """);
    try (OutputStream out = Files.newOutputStream(artifact.resolve("copyleft-1.jar"));
        JarOutputStream empty = new JarOutputStream(out)) {
      empty.finish();
    }
  }
}
