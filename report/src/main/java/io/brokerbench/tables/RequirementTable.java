package io.brokerbench.tables;

import io.brokerbench.document.Table;
import io.brokerbench.results.RunResult.Requirement;
import java.util.List;
import java.util.Locale;

/** What was required of a run and what was measured. */
public final class RequirementTable {

  private RequirementTable() {}

  /** A row for each requirement. */
  public static Table of(List<Requirement> requirements) {
    Table.Builder rows = Table.of("Requirements", "ll", "requirement: measured", "outcome");
    requirements.forEach(
        each -> rows.add(each.text(), each.outcome().name().toLowerCase(Locale.ROOT)));
    return rows.build();
  }
}
