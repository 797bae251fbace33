package io.brokerbench.reports;

import io.brokerbench.ci.JunitXml;
import io.brokerbench.document.Chart;
import io.brokerbench.document.CsvTables;
import io.brokerbench.document.Document;
import io.brokerbench.document.HtmlPage;
import io.brokerbench.document.MarkdownText;
import io.brokerbench.document.Pictures;
import io.brokerbench.file.BadInputException;
import io.brokerbench.file.WriteAccess;
import io.brokerbench.page.OpenMessagingJson;
import io.brokerbench.page.Percentiles;
import io.brokerbench.page.RunPage;
import io.brokerbench.stored.RunSet;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The output formats of a report. */
public enum ReportFormat {
  HTML,
  MARKDOWN,
  CSV,
  SVG,
  PNG,
  JUNIT,
  HGRM,
  OPENMESSAGING;

  /**
   * Writes a document, or the data that it was made from.
   *
   * @param paths directories from which it was read
   * @param to destination; empty for the default
   * @param out receives the names of the files written, or the text
   */
  public void write(Document document, List<Path> paths, Optional<Path> to, PrintStream out)
      throws BadInputException, IOException {
    Path directory = to.orElse(paths.get(0));
    switch (this) {
      case HTML ->
          file(
              to.orElse(paths.get(0).resolve(RunPage.FILE)),
              HtmlPage.of(document).getBytes(StandardCharsets.UTF_8),
              out);
      case MARKDOWN -> text(MarkdownText.of(document), to, out);
      case CSV -> text(CsvTables.of(document), to, out);
      case JUNIT -> testCases(paths, to, out);
      case SVG, PNG -> pictures(document, directory, out);
      case HGRM -> percentiles(run(paths), directory, out);
      case OPENMESSAGING -> text(openMessaging(run(paths)), to, out);
    }
  }

  /** Writes the runs of any results as test cases, also of several that are shown alone. */
  public static void testCases(List<Path> paths, Optional<Path> to, PrintStream out)
      throws BadInputException {
    String name = paths.stream().map(Path::toString).collect(Collectors.joining(", "));
    text(JunitXml.of(name, RunSet.readAll(paths)), to, out);
  }

  /**
   * Checks the destination before anything is read.
   *
   * @throws BadInputException if the path given by {@code --out} cannot be written to
   */
  public void requireWritable(Path to) throws BadInputException {
    boolean writable =
        switch (this) {
          case SVG, PNG, HGRM -> canHoldFiles(to);
          // The other formats treat a device, such as /dev/stdout, as a file.
          default -> isDevice(to) ? Files.isWritable(to) : WriteAccess.toFile(to);
        };
    if (!writable) {
      throw new BadInputException(Text.of("--out: %s cannot be written; name another", to));
    }
  }

  private static boolean isDevice(Path path) {
    return Files.exists(path) && !Files.isRegularFile(path) && !Files.isDirectory(path);
  }

  /** Whether files can be created in a directory, which may be missing. */
  private static boolean canHoldFiles(Path directory) {
    @Nullable Path existing = WriteAccess.nearestExisting(directory);
    return existing != null && WriteAccess.toDirectory(existing);
  }

  private void pictures(Document document, Path directory, PrintStream out)
      throws BadInputException, IOException {
    Map<String, byte[]> files = new LinkedHashMap<>();
    try (Pictures pictures = new Pictures()) {
      for (Chart chart : document.charts()) {
        files.put(
            chart.id() + "." + Text.notation(this),
            this == SVG
                ? pictures.svg(chart).getBytes(StandardCharsets.UTF_8)
                : pictures.png(chart));
      }
    }
    files(files, directory, out);
  }

  private Path run(List<Path> paths) throws BadInputException {
    if (paths.size() != 1 || ResultKind.of(paths.get(0)) != ResultKind.RUN) {
      throw new BadInputException(
          Text.of("--format %s is of one run: give its result directory", Text.notation(this)));
    }
    return paths.get(0);
  }

  private static String openMessaging(Path run) throws BadInputException {
    try {
      return OpenMessagingJson.of(run);
    } catch (IOException e) {
      throw new BadInputException(String.valueOf(e.getMessage()));
    }
  }

  private static void percentiles(Path run, Path directory, PrintStream out)
      throws BadInputException, IOException {
    Map<String, byte[]> files = new LinkedHashMap<>();
    Percentiles.distributions(run)
        .forEach(
            (metric, text) -> files.put(metric + ".hgrm", text.getBytes(StandardCharsets.UTF_8)));
    files(files, directory, out);
  }

  private static void files(Map<String, byte[]> files, Path directory, PrintStream out)
      throws BadInputException, IOException {
    if (files.isEmpty()) {
      throw new BadInputException(Text.of("%s: there is nothing to draw", directory));
    }
    Files.createDirectories(directory);
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      file(directory.resolve(file.getKey()), file.getValue(), out);
    }
  }

  private static void file(Path file, byte[] content, PrintStream out) throws BadInputException {
    try {
      Files.write(file, content);
    } catch (IOException e) {
      throw new BadInputException(Text.of("%s cannot be written: %s", file, e));
    }
    out.println("written to " + file);
  }

  private static void text(String text, Optional<Path> to, PrintStream out)
      throws BadInputException {
    if (to.isPresent()) {
      file(to.get(), text.getBytes(StandardCharsets.UTF_8), out);
    } else {
      out.print(text);
    }
  }
}
