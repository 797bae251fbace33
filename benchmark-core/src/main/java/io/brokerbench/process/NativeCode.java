package io.brokerbench.process;

import com.sun.jna.Library;
import com.sun.jna.Native;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import oshi.SystemInfo;

/**
 * Access to the operating system by native code. JNA unpacks a library for it, loads it and deletes
 * it; a file system mounted with {@code noexec}, or a user without a home directory, prevents that
 * in the directory that JNA would choose.
 */
public final class NativeCode {

  private static final String DIRECTORY = "jna.tmpdir";

  private static final List<Path> CANDIDATES = candidates(System.getProperty(DIRECTORY, ""));

  /** Null if there is none. */
  private static final @Nullable Path CHOSEN =
      CANDIDATES.stream().filter(NativeCode::permits).findFirst().orElse(null);

  static {
    if (CHOSEN != null) {
      System.setProperty(DIRECTORY, CHOSEN.toString());
    }
  }

  /** By their interfaces, since JNA loads anew each time. */
  private static final Map<Class<?>, Library> LOADED = new ConcurrentHashMap<>();

  private NativeCode() {}

  /** Figures of the machine and its processes. */
  public static SystemInfo system() {
    return new SystemInfo();
  }

  /**
   * Functions of a library of the operating system.
   *
   * @throws UnsatisfiedLinkError if it is missing
   */
  public static <T extends Library> T library(String name, Class<T> functions) {
    return functions.cast(LOADED.computeIfAbsent(functions, each -> Native.load(name, functions)));
  }

  /** Why native code cannot be loaded, and what to do; empty if it can. */
  public static Optional<String> problem() {
    return CHOSEN != null
        ? Optional.empty()
        : Optional.of(
            Text.of(
                "native code cannot be loaded from %s, which is missing, read-only or mounted noexec; name"
                    + " another directory by BENCH_JAVA_OPTS=-D%s=DIR",
                CANDIDATES.stream().map(Path::toString).collect(Collectors.joining(" or ")),
                DIRECTORY));
  }

  private static List<Path> candidates(String given) {
    return given.isBlank()
        ? Stream.of(System.getProperty("java.io.tmpdir", ""), "/var/tmp", "")
            .map(directory -> Path.of(directory).toAbsolutePath())
            .distinct()
            .toList()
        : List.of(Path.of(given));
  }

  /** Whether files in a directory may be executed; the system answers no for all with noexec. */
  private static boolean permits(Path directory) {
    try {
      Path file = Files.createTempFile(directory, "brokerbench", null);
      try {
        return file.toFile().setExecutable(true) && Files.isExecutable(file);
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      return false;
    }
  }
}
