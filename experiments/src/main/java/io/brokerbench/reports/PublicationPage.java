package io.brokerbench.reports;

import io.brokerbench.document.Chart;
import io.brokerbench.document.MarkdownText;
import io.brokerbench.document.Pictures;
import io.brokerbench.file.BadInputException;
import io.brokerbench.file.DurableFile;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The page in Markdown on a publication, and its pictures: claim, result, whether to believe it,
 * source, a picture, a table of verdicts, an explanation, the command, and everything else folded.
 * Result, belief and explanation are written by hand into the page, and are kept when the page is
 * written again.
 */
public final class PublicationPage {

  private static final String ADDRESS = "https://\\S+(?=\\. )";

  /** With the paragraph on whether to believe it, if there is one. */
  private static final Pattern RESULT =
      Pattern.compile(
          "^\\*\\*Result\\*\\*: .*?\n\n(?:\\*\\*Believe it\\?\\*\\* .*?\n\n)?",
          Pattern.DOTALL | Pattern.MULTILINE);

  private static final Pattern EXPLANATION =
      Pattern.compile("^## Explanation\n.*?(?=^## )", Pattern.DOTALL | Pattern.MULTILINE);

  private PublicationPage() {}

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
    PublicationDocument document = PublicationDocument.of(results);
    String name = document.publication().name();
    Path pictures = Files.createDirectories(parent.resolve(name));
    try (Pictures drawn = new Pictures()) {
      for (Chart chart : document.document().charts()) {
        DurableFile.write(pictures.resolve(chart.id() + ".svg"), drawn.svg(chart));
      }
    }
    Path file = parent.resolve(name + ".md");
    DurableFile.write(file, text(document, Files.exists(file) ? Files.readString(file) : ""));
    return file;
  }

  private static String text(PublicationDocument document, String before) {
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
        MarkdownText.of(document.verdict(), pictures),
        kept(EXPLANATION, before) + "## The command\n",
        Text.of("```bash\n%s\n```\n", publication.command()),
        Text.of("These runs were made at commit %s.\n", String.join(", ", publication.commits())),
        "## Details\n",
        MarkdownText.ofSections(document.details(), pictures));
  }

  private static String kept(Pattern passage, String page) {
    Matcher matcher = passage.matcher(page);
    return matcher.find() ? matcher.group() : "";
  }
}
