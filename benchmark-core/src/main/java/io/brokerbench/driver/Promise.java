package io.brokerbench.driver;

/**
 * What an acknowledgement promises.
 *
 * @param acknowledged whether there are acknowledgements at all
 * @param onDisk whether the broker wrote the message to disk before it acknowledged
 * @param copies on how many brokers the message was by then
 * @param exactlyOnce whether a message that comes twice breaks it
 * @param atMostOnce whether one that consumers never get does not break it, though acknowledged
 * @param text the same for people, in one line
 */
public record Promise(
    boolean acknowledged,
    boolean onDisk,
    int copies,
    boolean exactlyOnce,
    boolean atMostOnce,
    String text) {

  /** One of delivery at least once. */
  public Promise(boolean acknowledged, boolean onDisk, int copies, String text) {
    this(acknowledged, onDisk, copies, false, false, text);
  }
}
