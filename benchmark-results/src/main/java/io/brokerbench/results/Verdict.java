package io.brokerbench.results;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.stream.Stream;

/**
 * Assessment of the validity of a run.
 *
 * @param status the worst status of all reasons
 * @param reasons empty if and only if the run is valid
 * @param notes facts that a reader should know, one line each; they do not change the status
 */
public record Verdict(Status status, List<Reason> reasons, List<String> notes) {

  /** From best to worst. */
  public enum Status {
    /** The figures are reliable. */
    @JsonProperty("valid")
    VALID,
    /** The figures are reliable only with regard to the reasons. */
    @JsonProperty("suspect")
    SUSPECT,
    /** The figures are not reliable. */
    @JsonProperty("invalid")
    INVALID
  }

  /**
   * A reason for a status below valid.
   *
   * @param code stable name of the rule, such as {@code audit.lost}; docs/reference/verdicts.md
   *     lists them
   * @param text description in one line
   */
  public record Reason(String code, String text) {

    /** Code of a run that a signal ended early. */
    public static final String INTERRUPTED = "load.interrupted";

    /** Code of a generator without a reserve of processors. */
    public static final String GENERATOR_CPU = "generator.cpu";

    /** Code of a generator that used clearly more than the brokers while the rate was missed. */
    public static final String GENERATOR_LIMITS = "generator.limits";

    /** Code of a generator whose threads waited for a processor. */
    public static final String GENERATOR_STARVED = "generator.starved";

    /** Code of a generator that collected garbage for too long. */
    public static final String GENERATOR_GC = "generator.gc";

    /** Code of a run whose load a limit of {@code abort} ended early. */
    public static final String ABORTED = "load.aborted";
  }

  /** A verdict without notes. */
  public Verdict(Status status, List<Reason> reasons) {
    this(status, reasons, List.of());
  }

  /** The same verdict with further notes. */
  public Verdict withNotes(List<String> further) {
    return new Verdict(status, reasons, Stream.concat(notes.stream(), further.stream()).toList());
  }

  public List<String> texts() {
    return reasons.stream().map(Reason::text).toList();
  }

  /** Whether a rule is among the reasons. */
  public boolean breaks(String code) {
    return reasons.stream().anyMatch(reason -> reason.code().equals(code));
  }

  /** Appended to the result directory's name: nothing if valid. */
  public String suffix() {
    return status == Status.VALID ? "" : "." + status;
  }
}
