package io.brokerbench.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The site of the documentation: its links, and each page on a desktop and on a telephone. */
@Tag("nightly")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class SiteIT {

  private static final int DESKTOP = 1280;
  private static final int TELEPHONE = 390;
  private static final String ALL_HAVE_BUTTONS =
      "return [...document.querySelectorAll('pre')].every(block =>"
          + " block.parentElement.querySelector('[data-clipboard-target]') !== null)";
  private static final Pattern LINK = Pattern.compile("href=\"?([^\"#? >]+\\.html)");

  private final Path home;
  private final Path site;
  private @Nullable HttpServer started;

  SiteIT(@TempDir Path home) {
    this.home = home;
    this.site = home.resolve("site");
  }

  @BeforeAll
  void build() throws Exception {
    Browser.require();
    Process process =
        new ProcessBuilder("../scripts/site", site.toString()).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    HttpServer created =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    created.createContext("/", this::serve);
    created.start();
    started = created;
  }

  @AfterAll
  void endServer() {
    if (started != null) {
      started.stop(0);
    }
  }

  @Test
  void everyPageIsReachedFromTheFirst() throws IOException {
    Set<Path> reached = new TreeSet<>();
    Deque<Path> open = new ArrayDeque<>(List.of(site.resolve("index.html")));
    while (!open.isEmpty()) {
      Path page = open.removeFirst();
      if (reached.add(page)) {
        LINK.matcher(Files.readString(page))
            .results()
            .map(link -> link.group(1))
            .filter(link -> !link.contains(":"))
            .map(link -> page.resolveSibling(link).normalize())
            .forEach(open::add);
      }
    }
    assertThat(reached).isEqualTo(pages()).hasSizeGreaterThan(40);
  }

  @ParameterizedTest
  @ValueSource(ints = {TELEPHONE, DESKTOP})
  void pagesFitAndComplainOfNothing(int width) throws Exception {
    try (Browser browser = new Browser(home.resolve("browser-" + width))) {
      browser.width(width);
      for (Path page : pages()) {
        assertFits(browser, page);
      }
    }
  }

  private void assertFits(Browser browser, Path page) {
    browser.open(address(page));
    assertThat(browser.run("return document.documentElement.scrollWidth <= window.innerWidth"))
        .as("%s fits", site.relativize(page))
        .isEqualTo(true);
    assertThat(browser.complaints()).as("%s", page).isEmpty();
  }

  @Test
  void codeCanBeCopied() throws Exception {
    try (Browser browser = new Browser(home.resolve("copying"))) {
      for (Path page : pages()) {
        browser.open(address(page));
        await(page.toString()).until(() -> Boolean.TRUE.equals(browser.run(ALL_HAVE_BUTTONS)));
      }
    }
  }

  private URI address(Path page) {
    return URI.create(
        Text.of("http://127.0.0.1:%d/%s", server().getAddress().getPort(), site.relativize(page)));
  }

  private HttpServer server() {
    return Objects.requireNonNull(started);
  }

  /** Serves a file of the site. */
  private void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      Path file = site.resolve(exchange.getRequestURI().getPath().substring(1)).normalize();
      if (!file.startsWith(site) || !Files.isRegularFile(file)) {
        exchange.sendResponseHeaders(404, -1);
        return;
      }
      String type = Files.probeContentType(file);
      if (type != null) {
        exchange.getResponseHeaders().set("Content-Type", type);
      }
      exchange.sendResponseHeaders(200, Files.size(file));
      Files.copy(file, exchange.getResponseBody());
    }
  }

  private Set<Path> pages() throws IOException {
    try (Stream<Path> files = Files.walk(site)) {
      return files
          .filter(file -> file.toString().endsWith(".html") && !file.endsWith("404.html"))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }
}
