package io.brokerbench.workers.worker;

import io.brokerbench.driver.DaemonThreads;
import io.brokerbench.process.SeparateSession;
import io.brokerbench.units.Text;
import io.brokerbench.workers.protocol.Handover;
import io.brokerbench.workload.Secrets;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * A JVM with the Java runtime, the flags and the class path of this one. It ends with this process,
 * by the end of its standard input, and has a session of its own, so that Ctrl-C does not reach it
 * directly. Its output goes to the standard error of this process.
 */
final class ChildJvm implements AutoCloseable {

  /** Longer than a run takes to end by itself. */
  private static final int PATIENCE_SECONDS = RunMain.GRACE_SECONDS + 2;

  /** Of what libraries do. */
  private static final String JVM_WARNING = "WARNING: ";

  private static final long OUTPUT_END_MILLIS = 1_000;

  private final Process process;
  private final Thread output;
  private final CompletableFuture<Void> end;
  private volatile String lastLine = "";

  private ChildJvm(Process process, Consumer<String> ended) {
    this.process = process;
    output = DaemonThreads.start("output-of-" + process.pid(), this::relay);
    end = process.onExit().thenApplyAsync(this::howItEnded).thenAccept(ended);
  }

  /**
   * Starts a main class.
   *
   * @param handover what it reads by {@link Lifeline}, without system properties
   * @param ended receives what is known about its end: nothing after exit code 0
   */
  static ChildJvm start(Class<?> main, Handover handover, Consumer<String> ended)
      throws IOException {
    List<String> command = new ArrayList<>(SeparateSession.program());
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    Handover.Builder complete = handover.toBuilder();
    for (String flag : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      if (Secrets.isProperty(flag)) {
        String[] property = flag.substring(2).split("=", 2);
        complete.putProperties(property[0], property.length > 1 ? property[1] : "");
      } else {
        command.add(flag);
      }
    }
    complete.putAllProperties(Secrets.answers());
    command.addAll(List.of("-cp", classPath(), main.getName()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try {
      OutputStream in = process.getOutputStream();
      complete.build().writeDelimitedTo(in);
      in.flush();
    } catch (IOException e) {
      // The process has ended already; its exit code and its output give the reason.
    }
    return new ChildJvm(process, ended);
  }

  /** Under exec:java of Maven, the classes are those of a class loader within Maven's JVM. */
  private static String classPath() {
    return ChildJvm.class.getClassLoader() instanceof URLClassLoader loader
        ? Arrays.stream(loader.getURLs())
            .map(ChildJvm::path)
            .collect(Collectors.joining(File.pathSeparator))
        : System.getProperty("java.class.path");
  }

  private static String path(URL url) {
    try {
      return Path.of(url.toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Has the process end itself, by the end of its input. */
  void release() {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      // The process has ended.
    }
  }

  /** Has the process end, at last by force, and waits for that. */
  @Override
  public void close() {
    release();
    process
        .onExit()
        .completeOnTimeout(process, PATIENCE_SECONDS, TimeUnit.SECONDS)
        .thenAccept(Process::destroyForcibly)
        .join();
    end.join();
  }

  private void relay() {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        System.err.println(line);
        if (!line.isBlank() && !line.startsWith(JVM_WARNING)) {
          lastLine = line.strip();
        }
      }
    } catch (IOException e) {
      // The exit code remains.
    }
  }

  private String howItEnded(Process ended) {
    try {
      output.join(OUTPUT_END_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    int code = ended.exitValue();
    if (code == 0) {
      return "";
    }
    return Text.of("exit code %d", code)
        + (lastLine.isEmpty() ? "" : ": " + Secrets.text(lastLine));
  }
}
