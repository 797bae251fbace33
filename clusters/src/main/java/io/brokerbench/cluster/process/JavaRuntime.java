package io.brokerbench.cluster.process;

import io.brokerbench.units.Text;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A Java runtime for brokers.
 *
 * @param executable the program {@code java}
 * @param home the system property {@code java.home}
 * @param version the system property {@code java.version}
 * @param feature the feature number of the version: 17, 25
 */
public record JavaRuntime(Path executable, String home, String version, int feature) {

  private static final int OLDEST_FEATURE = 17;
  private static final long ANSWER_SECONDS = 10;

  /** The runtime of this process. */
  public static JavaRuntime current() {
    Path home = Path.of(System.getProperty("java.home"));
    return new JavaRuntime(
        home.resolve("bin").resolve("java"),
        home.toString(),
        System.getProperty("java.version"),
        Runtime.version().feature());
  }

  /**
   * Runs a Java home or executable to learn its version; blank means the current runtime.
   *
   * @throws IllegalArgumentException if it is no Java, or older than 17
   */
  public static JavaRuntime parse(String text) {
    if (text.isBlank()) {
      return current();
    }
    Path executable = executable(text);
    String answer = ask(executable, text);
    String home = property(answer, "java.home", text);
    String version = property(answer, "java.version", text);
    String feature = property(answer, "java.specification.version", text);
    int number = (int) Double.parseDouble(feature.replaceFirst("^1\\.", ""));
    JavaRuntime runtime = new JavaRuntime(executable, home, version, number);
    if (runtime.feature < OLDEST_FEATURE) {
      throw new IllegalArgumentException(
          Text.of(
              "must be Java %d or later, got \"%s\", which is %s",
              OLDEST_FEATURE, text, runtime.version));
    }
    return runtime;
  }

  private static Path executable(String text) {
    try {
      Path given = Path.of(text).toAbsolutePath();
      Path executable = Files.isDirectory(given) ? given.resolve("bin").resolve("java") : given;
      if (Files.isRegularFile(executable) && Files.isExecutable(executable)) {
        return executable;
      }
      throw notJava(text);
    } catch (InvalidPathException e) {
      throw notJava(text);
    }
  }

  private static String ask(Path executable, String text) {
    try {
      Process process =
          new ProcessBuilder(executable.toString(), "-XshowSettings:properties", "-version")
              .redirectErrorStream(true)
              .start();
      try {
        process.getOutputStream().close();
        // The output is a few kilobytes, which fit into a pipe; an unknown program may never end.
        if (!process.waitFor(ANSWER_SECONDS, TimeUnit.SECONDS)) {
          throw notJava(text);
        }
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      } finally {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      throw notJava(text);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw notJava(text);
    }
  }

  private static String property(String answer, String name, String text) {
    Matcher m =
        Pattern.compile("^\\s*" + Pattern.quote(name) + " = (.+)$", Pattern.MULTILINE)
            .matcher(answer);
    if (!m.find()) {
      throw notJava(text);
    }
    return m.group(1).strip();
  }

  private static IllegalArgumentException notJava(String text) {
    return new IllegalArgumentException(
        Text.of("must be a Java home or java executable, got \"%s\"", text));
  }
}
