package io.brokerbench.cli;

import io.brokerbench.document.Chart;
import io.brokerbench.document.CsvTables;
import io.brokerbench.document.Document;
import io.brokerbench.document.HtmlPage;
import io.brokerbench.document.MarkdownText;
import io.brokerbench.document.Pictures;
import io.brokerbench.page.RunDocument;
import io.brokerbench.page.RunExports;
import io.brokerbench.page.RunPage;
import io.brokerbench.stored.BadInputException;
import io.brokerbench.stored.RunSet;
import io.brokerbench.text.WholeFile;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a report can be written as. */
enum ReportFormat {
  HTML("the page alone"),
  MARKDOWN("for pull requests, without charts"),
  CSV("its tables"),
  SVG("its charts"),
  PNG("its charts"),
  JUNIT("runs as test cases, for CI"),
  HGRM("latencies as percentile distributions, of a run"),
  OPENMESSAGING("a run as a result of OpenMessaging Benchmark");

  private final String meaning;

  ReportFormat(String meaning) {
    this.meaning = meaning;
  }

  /** Its name in flags. */
  String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  String meaning() {
    return meaning;
  }

  /**
   * Writes a document, or what it was made of.
   *
   * @param paths where it was read
   * @param to where it goes, if not where it goes by itself
   * @param out is told the files that were written, or gets the text
   */
  void write(Document document, List<Path> paths, Optional<Path> to, PrintStream out)
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
      case JUNIT -> text(JunitXml.of(document.title(), runs(paths)), to, out);
      case SVG, PNG -> pictures(document, directory, out);
      case HGRM -> percentiles(run(paths), directory, out);
      case OPENMESSAGING -> text(openMessaging(run(paths)), to, out);
    }
  }

  /**
   * Asked before anything is read.
   *
   * @throws BadInputException if the place that {@code --out} names cannot be written to
   */
  void requireWritable(Path to) throws BadInputException {
    boolean writable =
        switch (this) {
          case SVG, PNG, HGRM -> canHoldFiles(to);
          // A device, such as /dev/stdout, is a file to them.
          default -> isDevice(to) ? Files.isWritable(to) : WholeFile.canBeWritten(to);
        };
    if (!writable) {
      throw new BadInputException(
          String.format(Locale.ROOT, "--out: %s cannot be written; name another", to));
    }
  }

  private static boolean isDevice(Path path) {
    return Files.exists(path) && !Files.isRegularFile(path) && !Files.isDirectory(path);
  }

  /** Whether there can be files in a directory, which may be missing. */
  private static boolean canHoldFiles(Path directory) {
    @Nullable Path existing = directory.toAbsolutePath().normalize();
    while (existing != null && !Files.exists(existing)) {
      existing = existing.getParent();
    }
    return existing != null && WholeFile.canBeWritten(existing.resolve("any"));
  }

  private static List<RunSet> runs(List<Path> paths) throws BadInputException {
    List<RunSet> sets = new ArrayList<>();
    for (Path path : paths) {
      sets.add(RunSet.read(path));
    }
    return sets;
  }

  private void pictures(Document document, Path directory, PrintStream out)
      throws BadInputException, IOException {
    Map<String, byte[]> files = new LinkedHashMap<>();
    try (Pictures pictures = new Pictures()) {
      for (Chart chart : document.charts()) {
        files.put(
            chart.id() + "." + key(),
            this == SVG
                ? pictures.svg(chart).getBytes(StandardCharsets.UTF_8)
                : pictures.png(chart));
      }
    }
    files(files, directory, out);
  }

  private Path run(List<Path> paths) throws BadInputException {
    if (paths.size() != 1 || !RunDocument.canShow(paths.get(0))) {
      throw new BadInputException(
          String.format(
              Locale.ROOT, "--format %s is of one run: give its result directory", key()));
    }
    return paths.get(0);
  }

  private static String openMessaging(Path run) throws BadInputException {
    try {
      return RunExports.openMessaging(run);
    } catch (IOException e) {
      throw new BadInputException(String.valueOf(e.getMessage()));
    }
  }

  private static void percentiles(Path run, Path directory, PrintStream out)
      throws BadInputException, IOException {
    Map<String, byte[]> files = new LinkedHashMap<>();
    RunExports.percentiles(run)
        .forEach(
            (metric, text) -> files.put(metric + ".hgrm", text.getBytes(StandardCharsets.UTF_8)));
    files(files, directory, out);
  }

  private static void files(Map<String, byte[]> files, Path directory, PrintStream out)
      throws BadInputException, IOException {
    if (files.isEmpty()) {
      throw new BadInputException(
          String.format(Locale.ROOT, "%s: there is nothing to draw", directory));
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
      throw new BadInputException(String.format(Locale.ROOT, "%s cannot be written: %s", file, e));
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
