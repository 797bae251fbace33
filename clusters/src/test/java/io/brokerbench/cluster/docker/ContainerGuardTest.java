package io.brokerbench.cluster.docker;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A guard next to an engine with one container. */
@Timeout(300)
final class ContainerGuardTest {

  private static final String CONTAINER = "0123456789abcdef".repeat(4);

  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final HttpServer engine;

  ContainerGuardTest() throws IOException {
    engine = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    engine.createContext("/", this::answer);
    engine.start();
  }

  private void answer(HttpExchange exchange) throws IOException {
    String request = exchange.getRequestMethod() + " " + exchange.getRequestURI();
    requests.add(URLDecoder.decode(request, StandardCharsets.UTF_8));
    byte[] list = Text.of("[{\"Id\":\"%s\"}]", CONTAINER).getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, list.length);
    exchange.getResponseBody().write(list);
    exchange.close();
  }

  @AfterEach
  void end() {
    engine.stop(0);
  }

  @Test
  void removesTheContainersOfAProcessThatIsGone(@TempDir Path home) throws Exception {
    guard(home, "");
    assertThat(requests)
        .contains(
            "GET /containers/json?all=1&filters={\"label\":[\"io.brokerbench=mine\"]}",
            "DELETE /containers/" + CONTAINER + "?force=1&v=1");
  }

  @Test
  void removesNothingOnceItIsDismissed(@TempDir Path home) throws Exception {
    guard(home, "done\n");
    assertThat(requests).isEmpty();
  }

  /** Runs a guard to its end, which comes soon after that of its input. */
  private void guard(Path home, String input) throws Exception {
    URI address = URI.create("tcp://127.0.0.1:" + engine.getAddress().getPort());
    Path output = home.resolve("output");
    Process guard =
        new ProcessBuilder(ContainerGuard.command(address, "mine"))
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      guard.getOutputStream().write(input.getBytes(StandardCharsets.US_ASCII));
      guard.getOutputStream().close();
      assertThat(guard.waitFor(2, TimeUnit.MINUTES)).isTrue();
      assertThat(guard.exitValue()).as(Files.readString(output)).isZero();
    } finally {
      guard.destroyForcibly();
    }
  }
}
