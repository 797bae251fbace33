package io.brokerbench.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A local Maven repository with the artifacts of this build, over the user's repository, which is
 * linked: Maven before 3.9 has no {@code maven.repo.local.tail}.
 */
record LayeredRepository(Path path) {

  private static final String GROUP = "io/brokerbench";
  private static final String PARENT_END = "</parent>";
  private static final Pattern ARTIFACT = Pattern.compile("<artifactId>([^<]+)<");
  private static final Pattern VERSION = Pattern.compile("<version>([^<]+)<");

  /** Installs the parent and every packaged module of a checkout. */
  void install(Path root) throws IOException {
    String local = System.getProperty("maven.repo.local");
    Path below =
        local == null
            ? Path.of(System.getProperty("user.home"), ".m2", "repository")
            : Path.of(local);
    Files.createDirectories(path.resolve(GROUP));
    link(below, path);
    link(below.resolve("io"), path.resolve("io"));
    Path parent = root.resolve("pom.xml");
    String version = group(VERSION, Files.readString(parent));
    install(parent, version);
    try (Stream<Path> poms = Files.find(root, 3, (file, is) -> file.endsWith("pom.xml"))) {
      for (Path pom : poms.toList()) {
        if (Files.readString(pom).contains(PARENT_END)) {
          install(pom, version);
        }
      }
    }
  }

  /** Links the entries of a directory that are missing in another. */
  private static void link(Path from, Path to) throws IOException {
    try (Stream<Path> entries = Files.list(from)) {
      for (Path entry : entries.toList()) {
        Path link = to.resolve(entry.getFileName());
        if (Files.notExists(link)) {
          Files.createSymbolicLink(link, entry);
        }
      }
    }
  }

  private void install(Path pom, String version) throws IOException {
    String text = Files.readString(pom);
    String own = text.substring(text.indexOf(PARENT_END) + 1);
    String name = group(ARTIFACT, own) + "-" + version;
    Path directory = path.resolve(GROUP).resolve(group(ARTIFACT, own)).resolve(version);
    Files.createDirectories(directory);
    Files.copy(pom, directory.resolve(name + ".pom"));
    Path jar = pom.resolveSibling("target").resolve(name + ".jar");
    if (Files.exists(jar)) {
      Files.copy(jar, directory.resolve(name + ".jar"));
    }
  }

  private static String group(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    if (!matcher.find()) {
      throw new IllegalArgumentException("no " + pattern + " in " + text);
    }
    return matcher.group(1);
  }
}
