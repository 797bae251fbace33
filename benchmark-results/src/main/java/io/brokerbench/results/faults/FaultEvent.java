package io.brokerbench.results.faults;

/**
 * An event in the course of a planned fault: what was done, what the cluster reported, a line of
 * output of a hook.
 *
 * @param seconds since the injection
 * @param text one line
 */
public record FaultEvent(double seconds, String text) {

  /** Start of the text where the brokers report that another node has a role. */
  public static final String BROKERS_REPORT = "the brokers report";

  /** Start of the text where the controllers report that another one leads. */
  public static final String CONTROLLERS_REPORT = "the controllers report";

  /** Start of the text where all sending clients know that another node has a role. */
  public static final String SENDERS_KNOW = "the sending clients know";
}
