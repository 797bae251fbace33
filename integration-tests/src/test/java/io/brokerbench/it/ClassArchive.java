package io.brokerbench.it;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * A class data sharing archive of the benchmarks, used by the JVMs of all tests, because class
 * loading is a considerable part of a short run. JVMs ignore an archive with another class path or
 * from another JVM.
 */
final class ClassArchive {

  private static final Path FILE = Path.of("target", "classes.jsa").toAbsolutePath();

  /** Keeps JVMs from logging about archives to standard output. */
  private static final String SILENTLY = "-Xlog:disable";

  private ClassArchive() {}

  /** The class path of the tests without their own classes, because archives support only jars. */
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

  /** Flags of a JVM that writes an archive to a file at its end, for {@link #keep}. */
  static List<String> write(Path file) {
    return List.of(SILENTLY, "-XX:ArchiveClassesAtExit=" + file);
  }

  /** Whether the archive of the current class path is missing but can be created. */
  static boolean isMissing() throws IOException {
    boolean older = !Files.exists(FILE);
    for (String entry : classPath()) {
      Path jar = Path.of(entry);
      if (!Files.isRegularFile(jar)) {
        // As when an IDE runs tests. A JVM fails if it cannot write the requested archive.
        return false;
      }
      older =
          older || Files.getLastModifiedTime(jar).compareTo(Files.getLastModifiedTime(FILE)) > 0;
    }
    return older;
  }

  /** Makes the file the archive. */
  static void keep(Path file) throws IOException {
    Files.move(file, FILE, StandardCopyOption.ATOMIC_MOVE);
  }
}
