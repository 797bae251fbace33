package io.brokerbench.workers.protocol;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.DriverFactory;
import io.brokerbench.results.RunResult;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ServiceLoader;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipFile;

/**
 * Identifies the build of this process by the contents of its classes: those of results, core,
 * drivers and this module, in directories or in archives. It needs neither a repository nor a
 * version that someone raises, and differs after any change.
 */
public final class BuildId {

  private static final String ROOT = "io/brokerbench/";
  private static final int SHOWN_DIGITS = 12;

  private BuildId() {}

  /** The build of this process. Reads all classes once. */
  public static String current() {
    return of(
        Stream.concat(
                Stream.of(BuildId.class, Clock.class, RunResult.class),
                ServiceLoader.load(DriverFactory.class).stream().map(ServiceLoader.Provider::type))
            .map(BuildId::location)
            .distinct());
  }

  /** Twelve hexadecimal digits for the classes in directories and archives. */
  static String of(Stream<Path> locations) {
    SortedMap<String, Long> files = new TreeMap<>();
    locations.forEach(location -> addFiles(location, files));
    StringBuilder text = new StringBuilder();
    files.forEach((name, checksum) -> text.append(name).append(' ').append(checksum).append('\n'));
    return Text.sha256(text.toString()).substring(0, SHOWN_DIGITS);
  }

  private static Path location(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void addFiles(Path location, SortedMap<String, Long> files) {
    try {
      if (Files.isDirectory(location)) {
        addTree(location, files);
      } else {
        addArchive(location, files);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void addTree(Path directory, SortedMap<String, Long> files) throws IOException {
    try (Stream<Path> tree = Files.walk(directory.resolve(ROOT))) {
      for (Path file : tree.filter(Files::isRegularFile).toList()) {
        CRC32 checksum = new CRC32();
        checksum.update(Files.readAllBytes(file));
        files.put(directory.relativize(file).toString(), checksum.getValue());
      }
    }
  }

  private static void addArchive(Path archive, SortedMap<String, Long> files) throws IOException {
    try (ZipFile zip = new ZipFile(archive.toFile())) {
      zip.stream()
          .filter(entry -> entry.getName().startsWith(ROOT) && !entry.isDirectory())
          .forEach(entry -> files.put(entry.getName(), entry.getCrc()));
    }
  }
}
