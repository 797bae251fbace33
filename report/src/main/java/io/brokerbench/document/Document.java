package io.brokerbench.document;

import java.util.List;
import java.util.stream.Stream;

/**
 * The content of a report, independent of its format. All texts are plain; the formatter escapes
 * them.
 *
 * @param title topic in a few words
 * @param headline the main result
 * @param sections the details, in reading order
 */
public record Document(String title, Headline headline, List<Section> sections) {

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
