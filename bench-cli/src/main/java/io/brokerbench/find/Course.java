package io.brokerbench.find;

import io.brokerbench.result.Verdict;
import java.util.List;
import java.util.Locale;

/**
 * How the run of a probe went, apart from its figures.
 *
 * @param verdict the run's own
 * @param faults what went wrong with the brokers meanwhile, one line each
 */
record Course(Verdict verdict, List<String> faults) {

  /** Of a run that may be believed without reserve. */
  static final Course VALID = new Course(new Verdict(Verdict.Status.VALID, List.of()), List.of());

  boolean invalid() {
    return verdict.status() == Verdict.Status.INVALID;
  }

  /** Its verdict as results call it. */
  String status() {
    return verdict.status().name().toLowerCase(Locale.ROOT);
  }
}
