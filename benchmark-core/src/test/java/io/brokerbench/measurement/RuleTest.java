package io.brokerbench.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.brokerbench.workload.TestWorkload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds the table of rules in docs/METRICS.md against the rules that the verdict is made of. */
final class RuleTest {

  private static final Path METRICS = Path.of("..", "docs", "METRICS.md");
  private static final Pattern ROW = Pattern.compile("\\| `([^`]*)` \\| (SUSPECT|INVALID) \\|.*");

  @Test
  void theTableInMetricsHasEveryRuleOnceWithItsStatusAndLimit() throws IOException {
    Map<String, String> defaults = TestWorkload.defaults();
    assertThat(table())
        .containsExactlyElementsOf(
            Arrays.stream(Rule.values())
                .map(
                    rule ->
                        List.of(
                            rule.code(),
                            rule.status().name(),
                            rule.limit().isEmpty()
                                ? ""
                                : String.format(
                                    Locale.ROOT,
                                    "`%s` (%s)",
                                    rule.limit(),
                                    defaults.get(rule.limit()))))
                .toList());
  }

  @Test
  void theTableIsOneBlock() throws IOException {
    List<String> lines = Files.readAllLines(METRICS);
    int first = -1;
    int last = -1;
    for (int i = 0; i < lines.size(); i++) {
      if (ROW.matcher(lines.get(i)).matches()) {
        first = first < 0 ? i : first;
        last = i;
      }
    }
    assertThat(last - first + 1).isEqualTo(Rule.values().length);
  }

  @Test
  void theJudgesUseEveryRule() {
    JavaClasses classes =
        new ClassFileImporter().importClasses(Judge.class, AuditJudge.class, Rule.class);
    assertThat(
            Stream.of(Judge.class, AuditJudge.class)
                .flatMap(judge -> classes.get(judge).getFieldAccessesFromSelf().stream())
                .filter(access -> access.getTargetOwner().isEquivalentTo(Rule.class))
                .map(
                    access -> access.getTarget().resolveMember().map(JavaField::getName).orElse(""))
                .distinct())
        .containsExactlyInAnyOrder(
            Arrays.stream(Rule.values()).map(Rule::name).toArray(String[]::new));
  }

  @Test
  void everyLimitBelongsToARule() {
    assertThat(Arrays.stream(Rule.values()).map(Rule::limit).filter(key -> !key.isEmpty()))
        .containsAll(
            TestWorkload.defaults().keySet().stream()
                .filter(key -> key.startsWith("limits."))
                .toList());
  }

  @Test
  void codesAreUnique() {
    assertThat(Arrays.stream(Rule.values()).map(Rule::code)).doesNotHaveDuplicates();
  }

  /** Code, status and limit of each row. */
  private static List<List<String>> table() throws IOException {
    return Files.readAllLines(METRICS).stream()
        .filter(line -> ROW.matcher(line).matches())
        .map(line -> line.split("\\|", -1))
        .map(
            cells -> List.of(cells[1].strip().replace("`", ""), cells[2].strip(), cells[4].strip()))
        .toList();
  }
}
