package io.brokerbench.document;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Resource files of this package: the style and the scripts of pages. Thread-safe. */
public final class BundledFiles {

  /** The style of all pages. */
  public static final String STYLE = "page.css";

  /** The script that creates the options of charts and the texts of values. */
  public static final String CHARTS = "charts.js";

  /** The library that draws charts. */
  public static final String ECHARTS = "echarts/echarts.min.js";

  /** The notice that goes with the library. */
  public static final String NOTICE = "echarts/NOTICE";

  private BundledFiles() {}

  /** Reads one of these files as text. */
  public static String text(String name) {
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
