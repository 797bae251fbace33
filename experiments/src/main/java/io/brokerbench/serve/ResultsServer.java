package io.brokerbench.serve;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.brokerbench.clock.Clock;
import io.brokerbench.command.LivePages;
import io.brokerbench.compare.Comparer;
import io.brokerbench.compare.ComparisonDocument;
import io.brokerbench.compare.RegressionLimits;
import io.brokerbench.document.BundledFiles;
import io.brokerbench.document.Document;
import io.brokerbench.document.Headline;
import io.brokerbench.document.HtmlPage;
import io.brokerbench.file.BadInputException;
import io.brokerbench.page.RunPage;
import io.brokerbench.reports.ReportContent;
import io.brokerbench.stored.RunSet;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * Shows the results below a directory to browsers on this machine: a table of all, their reports,
 * comparisons, and runs that are going on. It only reads, and only what is asked for. Every path
 * starts with a random token:
 *
 * <ul>
 *   <li>nothing more: the first page
 *   <li>{@code rows?since=VERSION}: the state of the table as JSON
 *   <li>{@code report/DIRECTORY/report.html}: the report of a result
 *   <li>{@code compare?a=DIRECTORY&b=DIRECTORY}: a comparison; each side may have several
 *   <li>{@code live?run=DIRECTORY} and {@code events?run=DIRECTORY}: a run that is going on, or
 *       those of a directory one after the other
 *   <li>style and scripts of these pages
 * </ul>
 *
 * <p>Thread-safe.
 */
public final class ResultsServer implements LivePages.Server {

  /** Starts it for the runs of a command. */
  public static final class OfCommand implements LivePages.Starter {

    @Override
    public LivePages.Server start(Path results) throws BadInputException, IOException {
      return ResultsServer.start(results, 0);
    }
  }

  private static final String REPORTS = "report/";
  private static final String HTML = "text/html";
  private static final String JAVASCRIPT = "text/javascript";

  /** Each live view takes a thread. */
  private static final int MOST_LIVE_VIEWS = 16;

  /** A live view notices the end of the server within a fraction of it. */
  private static final int LAST_LOOK_SECONDS = 2;

  private static final int FAILED = 500;
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final ServedDirectory results;
  private final HttpServer server;
  private final Access access;
  private final Catalog catalog;
  private final ExecutorService threads =
      Executors.newCachedThreadPool(task -> new Thread(task, "serve"));
  private final Semaphore liveViews = new Semaphore(MOST_LIVE_VIEWS);
  private volatile boolean ending;

  private ResultsServer(ServedDirectory results, HttpServer server) {
    this.results = results;
    this.server = server;
    this.access = Access.ofNewToken(server.getAddress().getPort());
    this.catalog = new Catalog(results, Clock.system());
  }

  /**
   * Starts to serve.
   *
   * @param directory whose results are shown
   * @param port on loopback; 0 for a free one
   * @throws BadInputException if there is no such directory, or the port is in use
   * @throws IOException if this machine has no loopback address
   */
  public static ResultsServer start(Path directory, int port)
      throws BadInputException, IOException {
    ServedDirectory results = ServedDirectory.of(directory);
    InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    HttpServer server;
    try {
      server = HttpServer.create(new InetSocketAddress(loopback, port), 0);
    } catch (BindException e) {
      throw new BadInputException(
          Text.of("--port: %d cannot be used (%s); name another, or none", port, e.getMessage()));
    }
    ResultsServer started = new ResultsServer(results, server);
    server.createContext("/", started::handle);
    server.setExecutor(started.threads);
    server.start();
    return started;
  }

  /** The address of the first page, which only its owner knows. */
  public String address() {
    return Text.of("http://127.0.0.1:%d/%s/", server.getAddress().getPort(), access.token());
  }

  @Override
  public String address(Path directory) {
    return Text.of(
        "%slive?run=%s",
        address(),
        URLEncoder.encode(results.root().relativize(directory).toString(), StandardCharsets.UTF_8));
  }

  /** Reads all results, so that the table has them when it is opened. */
  public void readAhead() {
    catalog.state();
  }

  private void handle(HttpExchange request) throws IOException {
    try (request) {
      try {
        String path = access.path(request);
        if (path.equals("events")) {
          follow(request);
        } else {
          answer(path, request).send(request);
        }
      } catch (RefusedException e) {
        Answer.line(e.status(), e.why()).send(request);
      } catch (IOException | RuntimeException e) {
        if (request.getResponseCode() >= 0) {
          throw e;
        }
        Answer.line(FAILED, "this cannot be shown: " + e).send(request);
      }
    }
  }

  private Answer answer(String path, HttpExchange request) throws RefusedException, IOException {
    if (path.startsWith(REPORTS)) {
      return Answer.report(report(path.substring(REPORTS.length())));
    }
    Query query = Query.of(request);
    return switch (path) {
      case "" -> Answer.own(HTML, resource("results.html"));
      case "rows" -> Answer.json(MAPPER.writeValueAsBytes(rows(query)));
      case "compare" -> Answer.report(comparison(query));
      case "live" -> Answer.own(HTML, resource("live.html"));
      case "serve.css" -> Answer.own("text/css", resource(path));
      case "serve.js", "results.js", "live.js" -> Answer.own(JAVASCRIPT, resource(path));
      case "page.css" -> Answer.own("text/css", BundledFiles.text(BundledFiles.STYLE));
      case "charts.js" -> Answer.own(JAVASCRIPT, BundledFiles.text(BundledFiles.CHARTS));
      case "echarts.js" ->
          Answer.own(
              JAVASCRIPT,
              Text.of(
                  "/*\n%s*/\n%s",
                  BundledFiles.text(BundledFiles.NOTICE), BundledFiles.text(BundledFiles.ECHARTS)));
      default ->
          throw new RefusedException(
              RefusedException.NOT_FOUND, "there is nothing at this address");
    };
  }

  private Catalog.State rows(Query query) {
    long since =
        query
            .value("since")
            .filter(text -> text.matches("\\d{1,18}"))
            .map(Long::parseLong)
            .orElse(-1L);
    return catalog.state().since(since);
  }

  /** The page in the directory of a result; for a result without one, the page that it would be. */
  private byte[] report(String path) throws RefusedException, IOException {
    if (!path.equals(RunPage.FILE) && !path.endsWith("/" + RunPage.FILE)) {
      throw new RefusedException(RefusedException.NOT_FOUND, "only reports are shown");
    }
    String directory = path.substring(0, path.length() - RunPage.FILE.length());
    if (Files.exists(results.resolve(directory).resolve(RunPage.FILE))) {
      return Files.readAllBytes(results.resolve(path));
    }
    try {
      List<Path> of = List.of(results.result(directory));
      return page(ReportContent.of(of, Optional.empty()).document());
    } catch (BadInputException e) {
      throw new RefusedException(RefusedException.NOT_SHOWN, String.valueOf(e.getMessage()));
    }
  }

  /** The comparison of two selections of results, as {@code bench compare} shows it. */
  private byte[] comparison(Query query) throws RefusedException {
    try {
      Comparer comparer =
          new Comparer(
              side("A", query.values("a")),
              side("B", query.values("b")),
              new RegressionLimits(Map.of()));
      return page(ComparisonDocument.of(comparer.compare()));
    } catch (BadInputException e) {
      String why = String.valueOf(e.getMessage());
      Headline headline =
          new Headline(Headline.Tone.NEUTRAL, "NOT COMPARED", why, List.of(), List.of());
      return page(new Document("Comparison", headline, List.of()));
    }
  }

  /** The runs of a selection, each once: a matrix and one of its runs may both be selected. */
  private RunSet side(String name, List<String> paths) throws BadInputException, RefusedException {
    if (paths.isEmpty()) {
      throw new BadInputException(Text.of("side %s has no result: select one in its column", name));
    }
    Map<Path, StoredRun> runs = new LinkedHashMap<>();
    List<String> unfinished = new ArrayList<>();
    for (String path : paths) {
      RunSet each = RunSet.read(results.result(path));
      each.runs().forEach(run -> runs.put(run.directory(), run));
      unfinished.addAll(each.unfinished());
    }
    String more = paths.size() == 1 ? "" : Text.of(" and %d more", paths.size() - 1);
    return new RunSet(Path.of(paths.get(0) + more), List.copyOf(runs.values()), unfinished);
  }

  private static byte[] page(Document document) {
    return HtmlPage.of(document).getBytes(StandardCharsets.UTF_8);
  }

  private void follow(HttpExchange request) throws RefusedException, IOException {
    String run =
        Query.of(request)
            .value("run")
            .filter(path -> !path.isEmpty())
            .orElseThrow(
                () -> new RefusedException(RefusedException.NOT_FOUND, "the address names no run"));
    if (!liveViews.tryAcquire()) {
      throw new RefusedException(
          RefusedException.TOO_MANY, Text.of("only %d live views at a time", MOST_LIVE_VIEWS));
    }
    try (OutputStream events = Answer.events(request)) {
      if (request.getRequestMethod().equals("GET")) {
        new LiveView(results, run, new LiveEvents(events), () -> ending).follow();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      liveViews.release();
    }
  }

  private static String resource(String name) throws IOException {
    try (InputStream in =
        Objects.requireNonNull(ResultsServer.class.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /**
   * Lets live views have a last look, ends all answers, and waits for the end of all threads unless
   * it is interrupted.
   */
  @Override
  public void close() {
    ending = true;
    try {
      if (liveViews.tryAcquire(MOST_LIVE_VIEWS, LAST_LOOK_SECONDS, TimeUnit.SECONDS)) {
        liveViews.release(MOST_LIVE_VIEWS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    server.stop(0);
    threads.shutdownNow();
    catalog.close();
    try {
      threads.awaitTermination(1, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * The parameters of a request, {@code name=value}.
   *
   * @param parts in their order, encoded
   */
  private record Query(List<String> parts) {

    private static final Pattern AND = Pattern.compile("&");

    static Query of(HttpExchange request) {
      String raw = request.getRequestURI().getRawQuery();
      return new Query(raw == null ? List.of() : List.of(AND.split(raw, -1)));
    }

    /** The values of a parameter, in their order. */
    List<String> values(String name) {
      return parts.stream()
          .filter(part -> part.startsWith(name + "="))
          .map(part -> URLDecoder.decode(part.substring(name.length() + 1), StandardCharsets.UTF_8))
          .toList();
    }

    /** The first value of a parameter. */
    Optional<String> value(String name) {
      return values(name).stream().findFirst();
    }
  }
}
