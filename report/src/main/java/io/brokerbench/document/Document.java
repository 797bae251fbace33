package io.brokerbench.document;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The content of a report, independent of its format. All texts are plain; the formatter escapes
 * them.
 *
 * @param title topic in a few words
 * @param headline the main result
 * @param sections the details, in reading order
 * @param reports addresses of other reports by the points in time that they are about; charts over
 *     time refer to them
 */
public record Document(
    String title, Headline headline, List<Section> sections, Map<Instant, String> reports) {

  /** A document that refers to no other. */
  public Document(String title, Headline headline, List<Section> sections) {
    this(title, headline, sections, Map.of());
  }

  /** All charts, in reading order. */
  public List<Chart> charts() {
    return blocks(Chart.class).toList();
  }

  /** All tables, in reading order. */
  public List<Table> tables() {
    return blocks(Table.class).toList();
  }

  private <T extends Block> Stream<T> blocks(Class<T> kind) {
    return sections.stream()
        .flatMap(section -> section.blocks().stream())
        .filter(kind::isInstance)
        .map(kind::cast);
  }
}
