package io.brokerbench.reports;

import io.brokerbench.document.Chart;
import io.brokerbench.document.Document;
import io.brokerbench.document.MarkdownText;
import io.brokerbench.document.Pictures;
import io.brokerbench.file.BadInputException;
import io.brokerbench.file.DurableFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The page in Markdown on a publication, and its pictures. */
public final class PublicationPage {

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
    Document document = PublicationDocument.of(results);
    String name = document.title();
    Path pictures = Files.createDirectories(parent.resolve(name));
    try (Pictures drawn = new Pictures()) {
      for (Chart chart : document.charts()) {
        DurableFile.write(pictures.resolve(chart.id() + ".svg"), drawn.svg(chart));
      }
    }
    Path page = parent.resolve(name + ".md");
    DurableFile.write(page, text(document));
    return page;
  }

  /**
   * The text of the page.
   *
   * @param results directory of all results of the publication
   * @throws BadInputException if a result cannot be read
   */
  static String text(Path results) throws BadInputException {
    return text(PublicationDocument.of(results));
  }

  private static String text(Document document) {
    return MarkdownText.of(
        document, chart -> Optional.of(document.title() + "/" + chart.id() + ".svg"));
  }
}
