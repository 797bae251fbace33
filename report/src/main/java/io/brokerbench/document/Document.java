package io.brokerbench.document;

import java.util.List;
import java.util.stream.Stream;

/**
 * What a report says, whatever it is shown as. All texts are plain: who shows them escapes them.
 *
 * @param title what it is about, in a few words
 * @param headline what a reader takes away in ten seconds
 * @param sections the rest, in reading order
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
