package io.brokerbench.measurement;

import io.brokerbench.results.Verdict;
import io.brokerbench.results.Verdict.Reason;
import io.brokerbench.results.Verdict.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Collects the reasons and notes of a verdict. Not thread-safe. */
final class VerdictBuilder {

  private final List<Reason> reasons = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final boolean plannedFaults;
  private Status status = Status.VALID;

  /**
   * @param plannedFaults whether the run injected faults: what the rules find that these suspend is
   *     noted
   */
  VerdictBuilder(boolean plannedFaults) {
    this.plannedFaults = plannedFaults;
  }

  /**
   * Adds a reason; the verdict has at least the status of its rule.
   *
   * @param reason text, or a format if there are values
   */
  void found(Rule rule, String reason, Object... values) {
    String text = values.length == 0 ? reason : String.format(Locale.ROOT, reason, values);
    if (plannedFaults && rule.isSuspendedByFaults()) {
      note(text);
      return;
    }
    reasons.add(new Reason(rule.code(), text));
    if (rule.status().compareTo(status) > 0) {
      status = rule.status();
    }
  }

  /**
   * Adds the reason "{@code whose}{@code count} {@code what}" if the count is positive.
   *
   * @param count null if unknown
   * @param whose prefix of the reason; may be empty
   */
  void foundIf(@Nullable Long count, Rule rule, String whose, String what) {
    if (count != null && count > 0) {
      found(rule, "%s%,d %s", whose, count, what);
    }
  }

  /** Adds a note, which does not change the status. */
  void note(String text) {
    notes.add(text);
  }

  /** The verdict so far; immutable. */
  Verdict verdict() {
    return new Verdict(status, List.copyOf(reasons), List.copyOf(notes));
  }
}
