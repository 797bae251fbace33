package io.brokerbench.document;

import java.util.List;

/**
 * The result and its reliability.
 *
 * @param tone assessment of the result
 * @param word the result in a word: VALID, SLOWER, 1,400 msg/s
 * @param sentence explanation of the word
 * @param reasons for the result, or for doubts about it
 * @param figures the main figures
 */
public record Headline(
    Tone tone, String word, String sentence, List<String> reasons, List<Figure> figures) {

  public enum Tone {
    GOOD,
    DOUBTFUL,
    BAD,
    NEUTRAL
  }

  /**
   * A named figure.
   *
   * @param value with its unit
   */
  public record Figure(String name, String value) {}
}
