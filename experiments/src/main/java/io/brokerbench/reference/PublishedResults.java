package io.brokerbench.reference;

import io.brokerbench.stored.StoredRun;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The runs of a published experiment, with everything that was published about it.
 *
 * @param reference the publication's statements
 * @param factors names of the factors; empty for a search
 * @param runs finished runs by the values of the factors, in the order of the file
 */
public record PublishedResults(
    Reference reference, List<String> factors, Map<Map<String, String>, List<StoredRun>> runs) {

  /** The runs that are not INVALID, by cell: those whose figures are shown. */
  Map<Map<String, String>, List<StoredRun>> usable() {
    return runs.entrySet().stream()
        .collect(
            Collectors.toMap(
                Map.Entry::getKey,
                cell -> cell.getValue().stream().filter(StoredRun::usable).toList(),
                (one, other) -> one,
                LinkedHashMap::new));
  }
}
