package io.brokerbench.matrix;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.brokerbench.units.Text;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A combination of the factors' values; in files with its name.
 *
 * @param number number of the cell in the order of the file, from 1, without excluded cells
 * @param values values by factor, in the file's order; empty if there are no factors
 */
@JsonPropertyOrder({"number", "name", "values"})
public record MatrixCell(int number, Map<String, String> values) {

  /** The factor whose values are the commands that run the cells; all others are settings. */
  public static final String TOOL = "tool";

  private static final int LONGEST_NAME = 60;

  /** A longer value can only be a list of steps: the others of a cell must fit as well. */
  private static final int LONGEST_VALUE = 100;

  public MatrixCell {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }

  /** The label for display: {@code flush=sync replication=async}. */
  public String label() {
    return values.entrySet().stream()
        .map(value -> value.getKey() + "=" + value.getValue())
        .collect(Collectors.joining(" "));
  }

  /**
   * The part of the names of result directories that identifies the cell: {@code c02-sync-async}.
   */
  @JsonProperty("name")
  public String name() {
    String text =
        Text.of(
            "c%02d-%s",
            number,
            values.values().stream()
                .map(value -> value.length() > LONGEST_VALUE ? "steps" : value)
                .map(value -> value.replaceAll("[^A-Za-z0-9.]+", "_"))
                .collect(Collectors.joining("-")));
    return text.substring(0, Math.min(LONGEST_NAME, text.length())).replaceAll("[-._]+$", "");
  }

  /** The command that runs the cell; empty if that is no factor. */
  public Optional<String> tool() {
    return Optional.ofNullable(values.get(TOOL));
  }

  /** Values by setting, in the file's order. */
  public Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>(values);
    settings.remove(TOOL);
    return settings;
  }

  /** The cell of one of the steps of its limit of sends in flight. */
  MatrixCell withLimit(String limit) {
    Map<String, String> other = new LinkedHashMap<>(values);
    other.replaceAll(
        (factor, value) ->
            factor.equals("in-flight") || factor.endsWith(".in-flight") ? limit : value);
    return new MatrixCell(number, other);
  }

  boolean has(Map<String, String> some) {
    return values.entrySet().containsAll(some.entrySet());
  }
}
