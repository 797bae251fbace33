package io.brokerbench.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.document.Block.Code;
import io.brokerbench.document.Block.Paragraph;
import io.brokerbench.document.Headline.Tone;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Documents as Markdown and as CSV. */
final class TextsTest {

  private static Document document(Block... blocks) {
    return new Document(
        "a_title",
        new Headline(Tone.GOOD, "VALID", "it is", List.of("*why*"), List.of()),
        List.of(new Section("Part", true, List.of(blocks))));
  }

  @Test
  void markdownShowsWhatLooksLikeMarkupAsItIs() {
    assertThat(
            MarkdownText.of(
                document(
                    new Paragraph("a|b <script>"),
                    new Code("run ``` it"),
                    Table.of("of", "lr", "name|n").add("x|y", "1,000").build())))
        .isEqualTo(
            """
            ## a\\_title

            **VALID** it is

            - \\*why\\*

            ### Part

            a\\|b &lt;script>

            ````
            run ``` it
            ````

            of

            | name | n |
            | --- | ---: |
            | x\\|y | 1,000 |
            """);
  }

  @Test
  void markdownFoldsAClosedSection() {
    Section closed = new Section("All *a* < b", false, List.of(new Block.Paragraph("one")));
    Document document = new Document("title", document().headline(), List.of(closed));
    assertThat(MarkdownText.of(document))
        .endsWith(
            "<details markdown=\"1\">\n<summary>All &#42;a&#42; &#60; b</summary>\n\none\n\n</details>\n");
  }

  @Test
  void csvQuotesWhatItMust() {
    assertThat(
            CsvTables.of(
                document(
                    Table.of("", "lr", "name|n").add("say \"hi\"", "1,000").build(),
                    Table.of("", "l", "other").add("plain").build())))
        .isEqualTo("name,n\r\n\"say \"\"hi\"\"\",1000\r\n\r\nother\r\nplain\r\n");
  }

  @Test
  void csvHasPlainNumbersWithTheUnitInTheNameOfTheColumn() {
    Table table =
        Table.of("", "lrrrrlr", "run|sent|p99|memory|value|interval|disk")
            .add("1 s", "1,234,567", "1.50 ms", "1.5 KiB", "12.3 %", "[1,000, 2,500]", "1.0 % sda")
            .add("b", "2.50", "250 us", "n/a", "3 ns", "", "20.0 % sda")
            .add("c", "", "< 12.0 s", "2.0 TiB", "1.2e+04", "0.990 to 1.010", "n/a")
            .build();
    assertThat(CsvTables.of(document(table)).lines())
        .containsExactly(
            "run,sent,p99 (ms),memory (B),value,value unit,interval low,interval high,disk (% sda)",
            "1 s,1234567,1.5,1536,12.3,%,1000,2500,1",
            "b,2.5,0.25,,0.000003,ms,,,20",
            "c,,< 12000,2199023255552,12000,,0.99,1.01,");
  }

  @Test
  void aRowOfAnotherLengthIsRefused() {
    Table.Builder table = Table.of("", "l", "one").add("a", "b");
    assertThatThrownBy(table::build).hasMessageContaining("a row of 2 cells in 1 columns");
  }

  @Test
  void textColumnsAreAsWideAsTheirWidestCell() {
    assertThat(Table.of("of", "lrl", "name|n|").add("a", "1,000", "").build().lines())
        .containsExactly("name      n", "a     1,000");
    assertThat(Table.of("", "ll", "|").add("a", "b").build().lines()).containsExactly("a  b");
  }
}
