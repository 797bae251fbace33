package io.brokerbench.reports;

import io.brokerbench.document.Block;
import io.brokerbench.document.Block.Paragraph;
import io.brokerbench.document.Chart;
import io.brokerbench.document.Document;
import io.brokerbench.document.Headline;
import io.brokerbench.document.Headline.Tone;
import io.brokerbench.document.Section;
import io.brokerbench.document.Table;
import io.brokerbench.file.BadInputException;
import io.brokerbench.find.FindTable;
import io.brokerbench.find.Findings;
import io.brokerbench.matrix.MatrixDirectory;
import io.brokerbench.matrix.MatrixTable;
import io.brokerbench.reference.Agreement;
import io.brokerbench.reference.PublishedResults;
import io.brokerbench.reference.RateTable;
import io.brokerbench.reference.Reference;
import io.brokerbench.reference.ReferenceFile;
import io.brokerbench.results.Environment;
import io.brokerbench.results.RunFile;
import io.brokerbench.stored.RunSet;
import io.brokerbench.stored.RunsDirectory;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * All experiments of a publication: first what agrees with it and what does not, then each
 * experiment with its charts and tables.
 */
final class PublicationDocument {

  private final Publication publication;
  private final Map<String, Optional<PublishedResults>> published = new LinkedHashMap<>();
  private final List<Section> experiments = new ArrayList<>();
  private final List<StoredRun> runs = new ArrayList<>();
  private final Map<String, Integer> counts = new LinkedHashMap<>();

  private PublicationDocument(Publication publication) {
    this.publication = publication;
  }

  /**
   * The document on the results in a directory.
   *
   * @throws BadInputException if one cannot be read
   */
  static Document of(Path directory) throws BadInputException {
    Publication publication = Publication.read(directory);
    PublicationDocument document = new PublicationDocument(publication);
    for (Map.Entry<String, String> experiment : publication.experiments().entrySet()) {
      document.add(experiment.getKey(), directory.resolve(experiment.getValue()));
    }
    return document.document();
  }

  private void add(String name, Path directory) throws BadInputException {
    Optional<PublishedResults> results = published(directory);
    published.put(name, results);
    Document document = ReportContent.of(List.of(directory), Optional.empty()).document();
    List<Block> blocks = new ArrayList<>();
    results.flatMap(RateTable::of).ifPresent(blocks::add);
    // The first section of a report has its answer.
    for (Block block : document.sections().get(0).blocks()) {
      blocks.add(block instanceof Chart chart ? chart.withId(name + "-" + chart.id(), "") : block);
    }
    document.headline().reasons().forEach(reason -> blocks.add(new Paragraph(reason)));
    boolean complete = new RunsDirectory(directory).complete();
    experiments.add(new Section(name + (complete ? "" : ", incomplete"), false, blocks));
    if (holdsRuns(directory)) {
      List<StoredRun> own = RunSet.read(directory).runs();
      counts.put(name, own.size());
      runs.addAll(own);
    }
  }

  private static Optional<PublishedResults> published(Path directory) throws BadInputException {
    if (MatrixDirectory.is(directory)) {
      return MatrixTable.of(MatrixDirectory.read(directory), Optional.empty()).published();
    }
    Optional<Reference> reference = ReferenceFile.read(directory);
    return reference.isEmpty()
        ? Optional.empty()
        : Optional.of(FindTable.published(directory, Findings.read(directory), reference.get()));
  }

  private static boolean holdsRuns(Path directory) throws BadInputException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.anyMatch(entry -> Files.exists(entry.resolve(RunFile.NAME)));
    } catch (IOException e) {
      throw new BadInputException(Text.of("%s cannot be read: %s", directory, e.getMessage()));
    }
  }

  private Document document() {
    Table agreement = Agreement.table(published, counts);
    List<Section> sections = new ArrayList<>();
    sections.add(new Section("Agreement", true, List.of(agreement)));
    sections.addAll(experiments);
    return new Document(publication.name(), headline(), sections);
  }

  private Headline headline() {
    List<Headline.Figure> figures = new ArrayList<>();
    figures.add(new Headline.Figure("command", publication.command()));
    figures.add(new Headline.Figure("commit", String.join(", ", publication.commits())));
    runs.stream()
        .map(run -> run.result().startedAt())
        .min(Comparator.naturalOrder())
        .map(start -> start.truncatedTo(ChronoUnit.SECONDS).toString())
        .ifPresent(start -> figures.add(new Headline.Figure("first run", start)));
    if (!runs.isEmpty()) {
      Environment.Host host = runs.get(0).result().environment().host();
      figures.add(
          new Headline.Figure(
              "machine", Text.of("%d processors, %s", host.logicalProcessors(), host.cpu())));
    }
    long invalid = runs.stream().filter(run -> !run.usable()).count();
    return new Headline(
        Tone.NEUTRAL,
        publication.name(),
        Text.of(
            "%d experiments, %d runs, %d of them INVALID.", published.size(), runs.size(), invalid),
        List.of(),
        figures);
  }
}
