package io.brokerbench.record.page;

import io.brokerbench.record.page.Page.Uniform;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Chunks whose pages are all the same. */
final class UniformChunks {

  private static final Page[][] ALL = new Page[Uniform.VALUES][PagedBits.CHUNK];

  static {
    for (int value = 0; value < ALL.length; value++) {
      Arrays.fill(ALL[value], Uniform.of(value));
    }
  }

  private UniformChunks() {}

  static Page @Nullable [] of(@Nullable Page page) {
    return page instanceof Uniform uniform ? ALL[uniform.value] : null;
  }
}
