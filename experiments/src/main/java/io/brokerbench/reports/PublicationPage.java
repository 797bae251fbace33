package io.brokerbench.reports;

import io.brokerbench.document.Block;
import io.brokerbench.document.Chart;
import io.brokerbench.document.Document;
import io.brokerbench.document.Headline;
import io.brokerbench.document.Headline.Tone;
import io.brokerbench.document.MarkdownText;
import io.brokerbench.document.Pictures;
import io.brokerbench.document.Section;
import io.brokerbench.file.BadInputException;
import io.brokerbench.file.DurableFile;
import io.brokerbench.results.Environment;
import io.brokerbench.results.RunFile;
import io.brokerbench.stored.RunSet;
import io.brokerbench.stored.RunsDirectory;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A page in Markdown on all experiments of a publication: published and measured figures, charts,
 * and the differences of the experiments.
 *
 * @param publication P1 to P5
 * @param command the command that produced the results
 * @param results directories of matrices and searches by the name of their workload file
 */
public record PublicationPage(String publication, String command, Map<String, Path> results) {

  /**
   * Writes the page, and its pictures into a directory of the same name next to it.
   *
   * @throws BadInputException if a result cannot be read
   * @throws IOException if a file cannot be written
   */
  public void write(Path page) throws BadInputException, IOException {
    Path pictures = page.resolveSibling(publication);
    List<Section> sections = new ArrayList<>();
    for (Map.Entry<String, Path> result : results.entrySet()) {
      Document document = ReportContent.of(List.of(result.getValue()), Optional.empty()).document();
      boolean complete = new RunsDirectory(result.getValue()).complete();
      sections.add(section(result.getKey() + (complete ? "" : ", incomplete"), document));
    }
    Document document = new Document(publication, headline(), sections);
    Files.createDirectories(pictures);
    try (Pictures drawn = new Pictures()) {
      for (Chart chart : document.charts()) {
        DurableFile.write(pictures.resolve(chart.id() + ".svg"), drawn.svg(chart));
      }
    }
    DurableFile.write(
        page,
        MarkdownText.of(document, chart -> Optional.of(publication + "/" + chart.id() + ".svg")));
  }

  /** The first section of a report has its answer. */
  private static Section section(String name, Document document) {
    List<Block> blocks = new ArrayList<>();
    for (Block block : document.sections().get(0).blocks()) {
      blocks.add(
          block instanceof Chart chart
              ? chart.withId(name.replaceFirst(",.*", "") + "-" + chart.id(), "")
              : block);
    }
    return new Section(name, true, blocks);
  }

  private static boolean holdsRuns(Path directory) throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.anyMatch(entry -> Files.exists(entry.resolve(RunFile.NAME)));
    }
  }

  private Headline headline() throws BadInputException, IOException {
    List<StoredRun> runs = new ArrayList<>();
    for (Path directory : results.values()) {
      if (holdsRuns(directory)) {
        runs.addAll(RunSet.read(directory).runs());
      }
    }
    List<Headline.Figure> figures = new ArrayList<>();
    figures.add(new Headline.Figure("command", command));
    figures.add(new Headline.Figure("runs", Integer.toString(runs.size())));
    if (!runs.isEmpty()) {
      StoredRun first = runs.get(0);
      figures.add(new Headline.Figure("first run", first.directory().getFileName().toString()));
      Environment.Host host = first.result().environment().host();
      figures.add(
          new Headline.Figure(
              "machine", Text.of("%d processors, %s", host.logicalProcessors(), host.cpu())));
    }
    long invalid = runs.stream().filter(run -> !run.usable()).count();
    return new Headline(
        Tone.NEUTRAL,
        publication,
        Text.of(
            "%d experiments, %d runs, %d of them INVALID.", results.size(), runs.size(), invalid),
        List.of(),
        figures);
  }
}
