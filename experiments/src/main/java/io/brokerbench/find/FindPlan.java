package io.brokerbench.find;

/**
 * The configuration of a search and of the load-latency curve.
 *
 * @param search range and length of the search
 * @param bounds bounds that make a rate sustainable
 * @param curve whether loads below the found rate are measured too
 */
public record FindPlan(SearchPlan search, Bounds bounds, boolean curve) {

  public static final FindPlan USUAL =
      new FindPlan(SearchPlan.from(SearchPlan.START), Bounds.USUAL, true);
}
