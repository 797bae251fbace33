package io.brokerbench.find;

/**
 * What is to be found.
 *
 * @param search where, and how long
 * @param bounds what makes a rate sustainable
 * @param curve whether loads below the found one are measured too
 */
public record FindPlan(SearchPlan search, Bounds bounds, boolean curve) {

  /** Unless something else is said. */
  public static final FindPlan USUAL =
      new FindPlan(SearchPlan.from(SearchPlan.START), Bounds.USUAL, true);
}
