package io.brokerbench.cluster.docker;

import io.brokerbench.cluster.process.JavaRuntime;
import io.brokerbench.process.SeparateSession;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A small JVM that removes the containers of a cluster when the process that created them is gone.
 * Running containers end by themselves; one that was created but not started, or not attached to,
 * would stay. Its class path is the place of this class alone, so that {@link #main} uses nothing
 * except the JDK.
 */
record ContainerGuard(Process process) {

  /** Time limit for the end of a JVM that has no work left. */
  private static final int END_SECONDS = 10;

  /** The line that reports that no containers are left. */
  private static final String DONE = "done";

  /** Label of every container created by brokerbench; the value is the cluster's name. */
  static final String LABEL = "io.brokerbench";

  private static final int ROUNDS = 25;
  private static final long PAUSE_MILLIS = 200;
  private static final Pattern CONTAINER = Pattern.compile("\"Id\":\"([0-9a-f]{64})\"");

  /**
   * Starts the guard of a cluster; empty for an engine whose address the guard does not support.
   *
   * @param engine {@code unix:///path} or {@code tcp://host:port}
   */
  static Optional<ContainerGuard> over(URI engine, String cluster) throws IOException {
    if (address(engine).isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new ContainerGuard(
            new ProcessBuilder(command(engine, cluster))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start()));
  }

  /** The command of a guard, which starts to work at the end of its standard input. */
  static List<String> command(URI engine, String cluster) {
    List<String> command = new ArrayList<>(SeparateSession.program());
    // With -Xrs, signals that are ignored when the JVM starts stay ignored.
    command.addAll(List.of("/bin/sh", "-c", "trap '' INT HUP TERM; exec \"$0\" \"$@\""));
    command.add(JavaRuntime.current().executable().toString());
    command.addAll(
        List.of("-Xms8m", "-Xmx16m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xrs"));
    command.addAll(List.of("-XX:+PerfDisableSharedMem", "-cp", classPath()));
    command.addAll(List.of(ContainerGuard.class.getName(), engine.toString(), cluster));
    return command;
  }

  private static String classPath() {
    try {
      return Path.of(
              ContainerGuard.class.getProtectionDomain().getCodeSource().getLocation().toURI())
          .toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Ends the guard, whose containers are gone. */
  void dismiss() {
    try {
      process.getOutputStream().write((DONE + "\n").getBytes(StandardCharsets.US_ASCII));
      process.getOutputStream().close();
    } catch (IOException e) {
      // The guard is gone.
    }
    process.onExit().completeOnTimeout(process, END_SECONDS, TimeUnit.SECONDS).join();
  }

  /** Arguments: the engine's address, the cluster. */
  public static void main(String[] args) throws Exception {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      if (line.equals(DONE)) {
        return;
      }
    }
    SocketAddress engine = address(URI.create(args[0])).orElseThrow();
    String filter = String.format(Locale.ROOT, "{\"label\":[\"%s=%s\"]}", LABEL, args[1]);
    String list =
        "/containers/json?all=1&filters=" + URLEncoder.encode(filter, StandardCharsets.UTF_8);
    // The engine may complete the last request only after the end of the requesting process.
    for (int round = 0; round < ROUNDS; round++) {
      try {
        Matcher found = CONTAINER.matcher(ask(engine, "GET", list));
        while (found.find()) {
          ask(engine, "DELETE", "/containers/" + found.group(1) + "?force=1&v=1");
        }
      } catch (IOException e) {
        // The engine is busy, or gone.
      }
      Thread.sleep(PAUSE_MILLIS);
    }
  }

  private static Optional<SocketAddress> address(URI engine) {
    if ("unix".equals(engine.getScheme())) {
      return Optional.of(UnixDomainSocketAddress.of(engine.getPath()));
    }
    return "tcp".equals(engine.getScheme()) && engine.getPort() > 0
        ? Optional.of(new InetSocketAddress(engine.getHost(), engine.getPort()))
        : Optional.empty();
  }

  private static String ask(SocketAddress engine, String method, String path) throws IOException {
    try (SocketChannel channel =
        engine instanceof UnixDomainSocketAddress
            ? SocketChannel.open(StandardProtocolFamily.UNIX)
            : SocketChannel.open()) {
      channel.connect(engine);
      String request =
          String.format(Locale.ROOT, "%s %s HTTP/1.0\r\nHost: docker\r\n\r\n", method, path);
      channel.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)));
      return new String(Channels.newInputStream(channel).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
