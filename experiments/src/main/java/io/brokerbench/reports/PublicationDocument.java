package io.brokerbench.reports;

import io.brokerbench.document.Block;
import io.brokerbench.document.Block.Paragraph;
import io.brokerbench.document.Chart;
import io.brokerbench.document.Document;
import io.brokerbench.document.Headline;
import io.brokerbench.document.Headline.Tone;
import io.brokerbench.document.Section;
import io.brokerbench.file.BadInputException;
import io.brokerbench.find.FindTable;
import io.brokerbench.find.SearchResult;
import io.brokerbench.matrix.MatrixDirectory;
import io.brokerbench.matrix.MatrixTable;
import io.brokerbench.published.Agreement;
import io.brokerbench.published.PublishedResults;
import io.brokerbench.published.RateTable;
import io.brokerbench.published.Reference;
import io.brokerbench.published.Verdicts;
import io.brokerbench.results.Environment;
import io.brokerbench.results.Verdict;
import io.brokerbench.stored.RunsDirectory;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A publication, run again: first its claims with what came of them, then each experiment with its
 * charts and tables.
 */
final class PublicationDocument {

  private final Publication publication;
  private final PublicationSource source;
  private final Map<String, Optional<PublishedResults>> published = new LinkedHashMap<>();
  private final List<Section> experiments = new ArrayList<>();
  private final List<StoredRun> runs = new ArrayList<>();
  private final List<StoredRun> repeated = new ArrayList<>();
  private final Map<String, Integer> counts = new LinkedHashMap<>();

  private PublicationDocument(Publication publication, PublicationSource source) {
    this.publication = publication;
    this.source = source;
  }

  /**
   * The publication whose results a directory holds.
   *
   * @throws BadInputException if one cannot be read
   */
  static PublicationDocument of(Path directory) throws BadInputException {
    Publication publication = Publication.read(directory);
    PublicationSource source =
        PublicationSource.of(publication.name())
            .orElseThrow(
                () ->
                    new BadInputException(
                        Text.of(
                            "%s: there is no publication \"%s\"", directory, publication.name())));
    PublicationDocument document = new PublicationDocument(publication, source);
    for (Map.Entry<String, String> experiment : publication.experiments().entrySet()) {
      document.add(experiment.getKey(), directory.resolve(experiment.getValue()));
    }
    return document;
  }

  Publication publication() {
    return publication;
  }

  PublicationSource source() {
    return source;
  }

  private void add(String name, Path directory) throws BadInputException {
    Optional<PublishedResults> results = published(directory);
    published.put(name, results);
    Document document = ReportContent.of(List.of(directory), Optional.empty()).document();
    List<Block> blocks = new ArrayList<>();
    results.flatMap(RateTable::of).ifPresent(blocks::add);
    RunsDirectory stored = new RunsDirectory(directory);
    List<StoredRun> all = stored.runs();
    List<StoredRun> own = all.stream().filter(run -> !RunsDirectory.isRepeated(run)).toList();
    // The first section of a report has its answer.
    for (Block block : document.sections().get(0).blocks()) {
      blocks.add(
          block instanceof Chart chart ? named(chart, own).withId(id(name, chart), "") : block);
    }
    document.headline().reasons().forEach(reason -> blocks.add(new Paragraph(reason)));
    for (StoredRun run : all.stream().filter(RunsDirectory::isRepeated).toList()) {
      blocks.add(new Paragraph("not used, because it is repeated: " + run.nameWithReasons()));
      repeated.add(run);
    }
    experiments.add(new Section(name + (stored.complete() ? "" : ", incomplete"), false, blocks));
    if (!own.isEmpty()) {
      counts.put(name, own.size());
      runs.addAll(own);
    }
  }

  /** A chart whose series or note name the brokers that were measured. */
  private static Chart named(Chart chart, List<StoredRun> runs) {
    List<String> products = runs.stream().map(StoredRun::product).distinct().toList();
    return chart.series().stream()
            .anyMatch(series -> products.stream().anyMatch(series.name()::contains))
        ? chart
        : chart.withNote(Text.of("Measured: %s. %s", String.join(" and ", products), chart.note()));
  }

  /** The experiment's name without the publication's, and the chart's. */
  private String id(String name, Chart chart) {
    String experiment = name.substring(Math.min(name.length(), publication.name().length() + 1));
    return experiment.isEmpty() ? chart.id() : experiment + "-" + chart.id();
  }

  private static Optional<PublishedResults> published(Path directory) throws BadInputException {
    if (MatrixDirectory.is(directory)) {
      return new MatrixTable(MatrixDirectory.read(directory), Optional.empty()).published();
    }
    Optional<Reference> reference = Reference.read(directory);
    return reference.isEmpty()
        ? Optional.empty()
        : Optional.of(
            FindTable.published(directory, SearchResult.read(directory), reference.get()));
  }

  Document document() {
    List<Section> sections = new ArrayList<>();
    sections.add(new Section("Verdict", true, verdict()));
    sections.addAll(details());
    List<Headline.Figure> figures = new ArrayList<>();
    figures.add(new Headline.Figure("source", source.citation()));
    figures.add(new Headline.Figure("command", publication.command()));
    figures.add(new Headline.Figure("commit", String.join(", ", publication.commits())));
    return new Document(
        publication.name(),
        new Headline(Tone.NEUTRAL, source.subject(), source.claim(), List.of(measured()), figures),
        sections);
  }

  /** The picture and the table of the claims. */
  List<Block> verdict() {
    Verdicts verdicts = new Verdicts(published);
    List<Block> blocks = new ArrayList<>();
    picture(verdicts).ifPresent(blocks::add);
    verdicts.table(source.verdicts()).ifPresent(blocks::add);
    blocks.add(new Paragraph(verdicts.counts(source.verdicts())));
    return blocks;
  }

  /** The chart that the source names; else that of rates. */
  private Optional<Chart> picture(Verdicts verdicts) {
    String id = source.picture();
    return id == null
        ? verdicts.rates(source.verdicts(), source.note())
        : experiments.stream()
            .flatMap(section -> section.blocks().stream())
            .filter(Chart.class::isInstance)
            .map(Chart.class::cast)
            .filter(chart -> chart.id().equals(id))
            .findFirst()
            .map(
                chart ->
                    chart.withId("published", "").withNote(source.note() + " " + chart.note()));
  }

  /** The counts by experiment, and each experiment. */
  List<Section> details() {
    List<Section> sections = new ArrayList<>();
    sections.add(
        new Section("Counts by experiment", false, List.of(Agreement.table(published, counts))));
    sections.addAll(experiments);
    return sections;
  }

  /** What was measured, when and on what, in a sentence. */
  String measured() {
    long single =
        published.values().stream()
            .flatMap(Optional::stream)
            .filter(results -> results.found().isEmpty())
            .flatMap(results -> results.runs().values().stream())
            .filter(cell -> cell.size() == 1)
            .count();
    String text =
        Text.of(
            "%d runs in %d experiment%s, %s of them INVALID (figures do not hold), %s SUSPECT (something disturbed the run)",
            runs.size(),
            published.size(),
            published.size() == 1 ? "" : "s",
            judged(Verdict.Status.INVALID),
            judged(Verdict.Status.SUSPECT));
    if (!runs.isEmpty()) {
      Environment.Host host = runs.get(0).result().environment().host();
      text +=
          Text.of(
              ", from %s on, on a machine with %d processors (%s) and %s of memory",
              runs.stream()
                  .map(run -> run.result().startedAt())
                  .min(Comparator.naturalOrder())
                  .orElseThrow()
                  .truncatedTo(ChronoUnit.SECONDS),
              host.logicalProcessors(),
              host.cpu(),
              Units.bytes((double) host.memoryBytes()));
    }
    text += ".";
    if (!repeated.isEmpty()) {
      text +=
          Text.of(
              " Not used: %d more run%s, cut short or repeated for another reason, which the details"
                  + " name.",
              repeated.size(), repeated.size() == 1 ? "" : "s");
    }
    if (single > 0) {
      text +=
          Text.of(
              " %d combinations of settings were measured once: rates and times of a single run"
                  + " decide nothing, bounds and outcomes do.",
              single);
    }
    return text;
  }

  private String judged(Verdict.Status status) {
    long count = runs.stream().filter(run -> run.verdict().status() == status).count();
    return count == 0 ? "none" : Long.toString(count);
  }
}
