package io.brokerbench.published;

import io.brokerbench.stored.StoredRun;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The runs of a published experiment, with everything that was published about it.
 *
 * @param reference the publication's statements
 * @param factors names of the factors; empty for a search
 * @param runs finished runs by the values of the factors, in the order of the file
 * @param found what a search found; empty for a matrix
 */
public record PublishedResults(
    Reference reference,
    List<String> factors,
    Map<Map<String, String>, List<StoredRun>> runs,
    Optional<Found> found) {

  /**
   * The rate that a search found: its runs all have the offered rate, so that they do not show how
   * much it varies.
   *
   * @param low lower end of the interval, as a share of the found rate
   * @param high upper end; infinite if no rate failed
   * @param confirmed whether two probes or more support each end, and no rate between them remains
   *     to be tried
   * @param byGenerator whether the generator was the limit
   */
  public record Found(double low, double high, boolean confirmed, boolean byGenerator) {}

  /** The runs that are not INVALID, by cell: those whose figures are shown. */
  Map<Map<String, String>, List<StoredRun>> usable() {
    Map<Map<String, String>, List<StoredRun>> usable = new LinkedHashMap<>(runs);
    usable.replaceAll((cell, all) -> all.stream().filter(StoredRun::usable).toList());
    return usable;
  }
}
