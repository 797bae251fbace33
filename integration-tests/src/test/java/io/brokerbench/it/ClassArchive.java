package io.brokerbench.it;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * The benchmarks' classes in the form that a JVM keeps them in memory, shared by the JVMs of all
 * tests: of so short a run a good part is the loading of classes. JVMs ignore an archive whose
 * class path is not theirs, or that another JVM wrote.
 */
final class ClassArchive {

  private static final Path FILE = Path.of("target", "classes.jsa").toAbsolutePath();

  /** JVMs would speak of archives on the standard output. */
  private static final String SILENTLY = "-Xlog:disable";

  private ClassArchive() {}

  /** That of the tests without the tests, for archives are of jars alone. */
  static List<String> classPath() {
    String tests = ClassArchive.class.getProtectionDomain().getCodeSource().getLocation().getPath();
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .filter(entry -> !Path.of(entry).toAbsolutePath().equals(Path.of(tests)))
        .toList();
  }

  /** Flags of a JVM that uses the archive, if there is one. */
  static List<String> read() {
    return List.of(SILENTLY, "-XX:SharedArchiveFile=" + FILE);
  }

  /** Flags of a JVM that writes one to a file when it ends, for {@link #keep}. */
  static List<String> write(Path file) {
    return List.of(SILENTLY, "-XX:ArchiveClassesAtExit=" + file);
  }

  /** Whether there is none of the class path as it is now, though there could be. */
  static boolean isMissing() throws IOException {
    boolean older = !Files.exists(FILE);
    for (String entry : classPath()) {
      Path jar = Path.of(entry);
      if (!Files.isRegularFile(jar)) {
        // As an editor runs tests. A JVM fails when it cannot write what it was told to.
        return false;
      }
      older =
          older || Files.getLastModifiedTime(jar).compareTo(Files.getLastModifiedTime(FILE)) > 0;
    }
    return older;
  }

  /** From now on this is the archive. */
  static void keep(Path file) throws IOException {
    Files.move(file, FILE, StandardCopyOption.ATOMIC_MOVE);
  }
}
