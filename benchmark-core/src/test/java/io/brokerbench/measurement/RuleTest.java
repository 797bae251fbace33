package io.brokerbench.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.brokerbench.workload.TestWorkload;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class RuleTest {

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
}
