package io.brokerbench.cli;

import io.brokerbench.testkit.Required;
import java.io.File;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.logging.Level;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** The machine's Chromium without a window, which looks at one page at a time. */
final class Browser implements AutoCloseable {

  private final ChromeDriver driver;

  Browser(Path home) {
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    logs.enable(LogType.PERFORMANCE, Level.ALL);
    ChromeOptions options = new ChromeOptions();
    options.setBinary(onPath("chromium").orElseThrow().toString());
    options.setCapability("goog:loggingPrefs", logs);
    options.addArguments(
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--window-size=1280,1600",
        "--user-data-dir=" + home);
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(onPath("chromedriver").orElseThrow().toFile())
            .build();
    this.driver = new ChromeDriver(service, options);
    driver.manage().timeouts().scriptTimeout(Duration.ofMinutes(2));
    // What its own first page asks for is nobody's.
    driver.get("about:blank");
    driver.manage().logs().get(LogType.PERFORMANCE);
  }

  /** Skips the calling test where there is none, or fails it with BENCH_REQUIRE_BROWSER=1. */
  static void require() {
    Required.orSkip(problem(), "BENCH_REQUIRE_BROWSER");
  }

  /** What is missing to have one, if anything is. */
  private static Optional<String> problem() {
    return List.of("chromium", "chromedriver").stream()
        .filter(program -> onPath(program).isEmpty())
        .findFirst()
        .map(program -> "there is no " + program + ": scripts/browser/prepare installs it");
  }

  private static Optional<Path> onPath(String program) {
    for (String directory : System.getenv("PATH").split(File.pathSeparator, -1)) {
      Path file = Path.of(directory, program);
      if (Files.isExecutable(file)) {
        return Optional.of(file);
      }
    }
    return Optional.empty();
  }

  /** Opens a page in a colour scheme: light or dark. */
  void open(Path page, String scheme) {
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    driver.get(page.toUri().toString());
  }

  /** Opens a page in the colour scheme of the machine. */
  void open(URI page) {
    driver.get(page.toString());
  }

  /** Makes the screen this wide. */
  void width(int pixels) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", pixels, "height", 1600, "deviceScaleFactor", 1, "mobile", false));
  }

  /** As it is printed. */
  byte[] print() {
    Map<String, Object> printed =
        driver.executeCdpCommand("Page.printToPDF", Map.of("printBackground", true));
    return Base64.getDecoder().decode(String.valueOf(printed.get("data")));
  }

  /** What a script in the page returns. */
  @Nullable Object run(String script, Object... args) {
    return driver.executeScript(script, args);
  }

  byte[] screenshot() {
    Object height = Objects.requireNonNull(run("return document.documentElement.scrollHeight"));
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", 1280, "height", height, "deviceScaleFactor", 1, "mobile", false));
    byte[] picture = driver.getScreenshotAs(OutputType.BYTES);
    driver.executeCdpCommand("Emulation.clearDeviceMetricsOverride", Map.of());
    return picture;
  }

  void press(CharSequence keys) {
    driver.switchTo().activeElement().sendKeys(keys);
  }

  /** What the pages since the last call complained of. */
  List<String> complaints() {
    List<String> messages = new ArrayList<>();
    for (LogEntry entry : driver.manage().logs().get(LogType.BROWSER)) {
      messages.add(entry.getLevel() + " " + entry.getMessage());
    }
    return messages;
  }

  /** What the pages since the last call asked for, other than themselves. */
  List<String> requests(Path page) {
    URI self = page.toUri();
    List<String> urls = new ArrayList<>();
    for (LogEntry entry : driver.manage().logs().get(LogType.PERFORMANCE)) {
      if (entry.getMessage().contains("\"Network.requestWillBeSent\"")) {
        String message = entry.getMessage();
        int url = message.indexOf("\"url\":\"", message.indexOf("\"request\":{")) + 7;
        String asked = message.substring(url, message.indexOf('"', url));
        if (!asked.equals(self.toString())) {
          urls.add(asked);
        }
      }
    }
    return urls;
  }

  @Override
  public void close() {
    driver.quit();
  }
}
