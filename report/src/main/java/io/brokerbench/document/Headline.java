package io.brokerbench.document;

import java.util.List;

/**
 * The answer, and how far it is to be trusted.
 *
 * @param tone whether the answer is a good one
 * @param word the answer in a word: VALID, SLOWER, 1,400 msg/s
 * @param sentence what it means
 * @param reasons to doubt it, or why it is as it is
 * @param figures the few that matter most
 */
public record Headline(
    Tone tone, String word, String sentence, List<String> reasons, List<Figure> figures) {

  /** How an answer is to be taken. */
  public enum Tone {
    GOOD,
    DOUBTFUL,
    BAD,
    NEUTRAL
  }

  /**
   * A figure and what it is.
   *
   * @param value with its unit
   */
  public record Figure(String name, String value) {}
}
