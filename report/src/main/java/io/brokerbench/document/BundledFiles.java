package io.brokerbench.document;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Resource files of this package. */
final class BundledFiles {

  static final String ECHARTS = "echarts/echarts.min.js";

  private BundledFiles() {}

  /** Reads a file as text. */
  static String text(String name) {
    try (InputStream in = BundledFiles.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is missing");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
