package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.command.ExitCode;
import io.brokerbench.figures.RunFigure;
import io.brokerbench.figures.RunFigure.Use;
import io.brokerbench.units.Text;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class FiguresCommandTest {

  @ParameterizedTest
  @MethodSource("io.brokerbench.figures.RunFigure#all")
  void eachFigureIsShownWithItsMeaningAndEachUseOrWhyItHasNone(RunFigure figure) {
    CommandOutput shown = CommandOutput.of("figures");
    assertThat(shown.code()).isEqualTo(ExitCode.VALID);
    List<String> lines = shown.out().lines().toList();
    String row =
        lines.stream()
            .filter(line -> line.startsWith(figure.family() + " "))
            .findFirst()
            .orElseThrow();
    List<String> cells = List.of(row.split(" {2,}", -1));
    assertThat(cells).hasSize(4);
    assertThat(cells.get(1)).startsWith(figure.better().words());
    assertThat(figure.unit().notation())
        .startsWith(cells.get(1).substring(figure.better().words().length() + 1));
    assertThat(cells.get(3)).isEqualTo(figure.meaning());
    List<String> uses =
        Stream.of(cells.get(2).split(", ", -1)).map(use -> use.replaceFirst(" as .*", "")).toList();
    for (Use use : Use.values()) {
      Optional<String> why = figure.whyNot(use);
      assertThat(uses.contains(use.key())).as(use.key()).isEqualTo(why.isEmpty());
      if (why.isPresent()) {
        String reason = Text.of("not in %s, each %s: ", use.key(), why.get());
        assertThat(lines)
            .filteredOn(line -> line.startsWith(reason))
            .singleElement()
            .satisfies(
                line ->
                    assertThat(line.substring(reason.length()).split(", ", -1))
                        .contains(figure.family()));
      }
    }
  }
}
