package io.brokerbench.microbench;

import java.nio.charset.StandardCharsets;
import java.util.Random;

/** Message bodies, the same in every run. */
public final class Bodies {

  private static final String[] WORDS =
      ("order customer amount currency status created shipped pending total address street city"
              + " article quantity price discount warehouse carrier")
          .split(" ");

  private Bodies() {}

  /** Text typical of applications; compresses to about a third. */
  public static byte[] text(int bytes) {
    Random random = new Random(bytes);
    StringBuilder text = new StringBuilder("{");
    while (text.length() < bytes) {
      text.append('"').append(WORDS[random.nextInt(WORDS.length)]).append("\":");
      text.append(random.nextInt(1_000_000)).append(',');
    }
    text.setLength(bytes);
    return text.toString().getBytes(StandardCharsets.US_ASCII);
  }
}
