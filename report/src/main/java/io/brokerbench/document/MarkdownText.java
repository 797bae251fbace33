package io.brokerbench.document;

import io.brokerbench.units.Text;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A document as Markdown for pull requests and wikis. */
public final class MarkdownText {

  private static final Pattern HTML_OR_MARKUP = Pattern.compile("[&<>\\\\`*_\\[\\]|#~]");

  private final StringBuilder text = new StringBuilder();
  private final Function<Chart, Optional<String>> pictures;

  private MarkdownText(Function<Chart, Optional<String>> pictures) {
    this.pictures = pictures;
  }

  /** The text, without the document's charts. */
  public static String of(Document document) {
    return of(document, chart -> Optional.empty());
  }

  /**
   * The text.
   *
   * @param pictures addresses of the pictures of charts; a chart without one is left out
   */
  public static String of(Document document, Function<Chart, Optional<String>> pictures) {
    MarkdownText markdown = new MarkdownText(pictures);
    Headline headline = document.headline();
    markdown.line("## " + escaped(document.title()));
    markdown.line(Text.of("**%s** %s", escaped(headline.word()), escaped(headline.sentence())));
    if (!headline.reasons().isEmpty()) {
      markdown.line(
          headline.reasons().stream()
              .map(reason -> "- " + escaped(reason))
              .collect(Collectors.joining("\n")));
    }
    if (!headline.figures().isEmpty()) {
      Table.Builder figures = Table.of("", "lr", "|");
      headline.figures().forEach(figure -> figures.add(figure.name(), figure.value()));
      markdown.table(figures.build());
    }
    return markdown.sections(document.sections());
  }

  /** The text of blocks alone. */
  public static String of(List<Block> blocks, Function<Chart, Optional<String>> pictures) {
    MarkdownText markdown = new MarkdownText(pictures);
    blocks.forEach(markdown::block);
    return markdown.end();
  }

  /** The text of sections alone. */
  public static String ofSections(
      List<Section> sections, Function<Chart, Optional<String>> pictures) {
    return new MarkdownText(pictures).sections(sections);
  }

  private String sections(List<Section> sections) {
    for (Section section : sections) {
      if (section.blocks().stream().anyMatch(this::shows)) {
        section(section);
      }
    }
    return end();
  }

  private String end() {
    return text.toString().stripTrailing() + "\n";
  }

  /**
   * A closed section is folded; the attribute makes MkDocs read what is in it as Markdown. Others
   * take the title as HTML, so that markup in it is written as character references.
   */
  private void section(Section section) {
    line(
        section.open()
            ? "### " + escaped(section.title())
            : Text.of(
                "<details markdown=\"1\">\n<summary>%s</summary>", references(section.title())));
    section.blocks().forEach(this::block);
    if (!section.open()) {
      line("</details>");
    }
  }

  private boolean shows(Block block) {
    return !(block instanceof Chart chart) || pictures.apply(chart).isPresent();
  }

  private void block(Block block) {
    if (block instanceof Chart chart) {
      pictures
          .apply(chart)
          .ifPresent(address -> line(Text.of("![%s](%s)", escaped(chart.title()), address)));
    } else if (block instanceof Block.Paragraph paragraph) {
      line(escaped(paragraph.text()));
    } else if (block instanceof Block.Code code) {
      String fence = "```";
      while (code.text().contains(fence)) {
        fence += "`";
      }
      line(fence + "\n" + code.text().stripTrailing() + "\n" + fence);
    } else if (block instanceof Table table) {
      table(table);
    }
  }

  private void table(Table table) {
    if (!table.caption().isEmpty()) {
      line(escaped(table.caption()));
    }
    text.append(row(table.columns().stream().map(Table.Column::name).toList()));
    text.append(
        table.columns().stream()
            .map(column -> column.number() ? "---:" : "---")
            .collect(Collectors.joining(" | ", "| ", " |\n")));
    table.rows().forEach(row -> text.append(row(row)));
    text.append('\n');
  }

  private static String row(List<String> cells) {
    return cells.stream()
        .map(MarkdownText::escaped)
        .collect(Collectors.joining(" | ", "| ", " |\n"));
  }

  private void line(String line) {
    text.append(line).append("\n\n");
  }

  private static String references(String words) {
    return HTML_OR_MARKUP
        .matcher(words)
        .replaceAll(found -> Text.of("&#%d;", (int) found.group().charAt(0)));
  }

  /** Escapes characters that are markup or would end a table cell. */
  private static String escaped(String words) {
    return Text.micro(words)
        .replaceAll("[\\\\`*_\\[\\]|#~]", "\\\\$0")
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replaceAll("\\R", " ");
  }
}
