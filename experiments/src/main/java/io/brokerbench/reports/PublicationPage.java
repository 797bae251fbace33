package io.brokerbench.reports;

import io.brokerbench.document.Block;
import io.brokerbench.document.Chart;
import io.brokerbench.document.MarkdownText;
import io.brokerbench.document.Pictures;
import io.brokerbench.document.Section;
import io.brokerbench.file.BadInputException;
import io.brokerbench.file.DurableFile;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The page in Markdown on a publication, and its pictures: claim, result, source, a picture, a
 * table of verdicts, an explanation, the command, and everything else folded. Result and
 * explanation are written by hand into the page, and are kept when the page is written again.
 */
public final class PublicationPage {

  private static final String ADDRESS = "https://\\S+(?=\\. )";
  private static final Pattern RESULT =
      Pattern.compile("^\\*\\*Result\\*\\*: .*?\n\n", Pattern.DOTALL | Pattern.MULTILINE);
  private static final Pattern EXPLANATION =
      Pattern.compile("^## Explanation\n.*?(?=^## )", Pattern.DOTALL | Pattern.MULTILINE);

  private final PublicationDocument document;
  private final List<Block> verdict;
  private final List<Section> details;

  private PublicationPage(PublicationDocument document) {
    this.document = document;
    this.verdict = document.verdict();
    this.details = document.details();
  }

  /**
   * Writes the page of a publication, and its pictures into a directory of the same name next to
   * the page.
   *
   * @param results directory of all results of the publication
   * @param parent directory of the page
   * @return the page
   * @throws BadInputException if a result cannot be read
   * @throws IOException if a file cannot be written
   */
  public static Path write(Path results, Path parent) throws BadInputException, IOException {
    PublicationPage page = new PublicationPage(PublicationDocument.of(results));
    String name = page.document.publication().name();
    Path pictures = Files.createDirectories(parent.resolve(name));
    try (Pictures drawn = new Pictures()) {
      for (Map.Entry<String, Chart> chart : page.charts().entrySet()) {
        DurableFile.write(pictures.resolve(chart.getKey() + ".svg"), drawn.svg(chart.getValue()));
      }
    }
    Path file = parent.resolve(name + ".md");
    DurableFile.write(file, page.text(Files.exists(file) ? Files.readString(file) : ""));
    return file;
  }

  private Map<String, Chart> charts() {
    Map<String, Chart> charts = new LinkedHashMap<>();
    Stream.concat(verdict.stream(), details.stream().flatMap(section -> section.blocks().stream()))
        .filter(Chart.class::isInstance)
        .map(Chart.class::cast)
        .forEach(chart -> charts.put(chart.id(), chart));
    return charts;
  }

  private String text(String before) {
    Publication publication = document.publication();
    PublicationSource source = document.source();
    Function<Chart, Optional<String>> pictures =
        chart -> Optional.of(publication.name() + "/" + chart.id() + ".svg");
    return String.join(
        "\n",
        Text.of("# %s: %s\n", source.label(), source.subject()),
        Text.of("**Claimed**: %s\n", source.claim()),
        kept(RESULT, before)
            + Text.of("**Source**: %s\n", source.citation().replaceFirst(ADDRESS, "<$0>")),
        Text.of("**Measured**: %s\n", document.measured()),
        MarkdownText.of(verdict, pictures),
        kept(EXPLANATION, before) + "## The command\n",
        Text.of("```bash\n%s\n```\n", publication.command()),
        Text.of("These runs were made at commit %s.\n", String.join(", ", publication.commits())),
        "## Details\n",
        MarkdownText.ofSections(details, pictures));
  }

  private static String kept(Pattern passage, String page) {
    Matcher matcher = passage.matcher(page);
    return matcher.find() ? matcher.group() : "";
  }
}
