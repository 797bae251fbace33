package io.brokerbench.document;

import com.github.weisj.jsvg.SVGDocument;
import com.github.weisj.jsvg.parser.LoaderContext;
import com.github.weisj.jsvg.parser.SVGLoader;
import io.brokerbench.units.Text;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.imageio.ImageIO;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.ScriptableObject;

/**
 * Renders the charts of documents as pictures, with the scripts of the HTML pages. Creating an
 * instance takes some seconds, each picture considerably less. For one thread.
 */
public final class Pictures implements AutoCloseable {

  /** As on a page of a repository, and legible at half of it. */
  private static final int WIDTH = 720;

  /** Scale for high-resolution screens. */
  private static final int PNG_SCALE = 2;

  private final Context context;
  private final ScriptableObject scope;

  /** Loads the scripts. */
  public Pictures() {
    this.context = Context.enter();
    // ECharts' functions exceed the size limit of compiled methods.
    context.setInterpretedMode(true);
    context.setLanguageVersion(Context.VERSION_ES6);
    this.scope = context.initSafeStandardObjects();
    run("picture-host.js");
    run(BundledFiles.ECHARTS);
    run("charts.js");
    run("picture.js");
  }

  private void run(String script) {
    context.evaluateString(scope, BundledFiles.text(script), script, 1, null);
  }

  /** A chart as SVG, on white. */
  public String svg(Chart chart) {
    ScriptableObject.putProperty(scope, "asked", ChartJson.of(List.of(chart)));
    return Context.toString(
        context.evaluateString(
            scope, Text.of("picture(JSON.parse(asked)[0], %d)", WIDTH), "", 1, null));
  }

  /**
   * A chart as PNG, on white.
   *
   * @throws IOException if this JVM has no writer for it
   */
  public byte[] png(Chart chart) throws IOException {
    SVGDocument document =
        new SVGLoader()
            .load(
                new ByteArrayInputStream(svg(chart).getBytes(StandardCharsets.UTF_8)),
                null,
                LoaderContext.createDefault());
    if (document == null) {
      throw new IOException(Text.of("the picture of %s cannot be read back", chart.id()));
    }
    BufferedImage image =
        new BufferedImage(
            WIDTH * PNG_SCALE,
            Math.round(document.size().height) * PNG_SCALE,
            BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    graphics.setColor(Color.WHITE);
    graphics.fillRect(0, 0, image.getWidth(), image.getHeight());
    graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    graphics.setRenderingHint(
        RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
    graphics.scale(PNG_SCALE, PNG_SCALE);
    document.render(null, graphics);
    graphics.dispose();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    if (!ImageIO.write(image, "png", bytes)) {
      throw new IOException("this JVM writes no PNG");
    }
    return bytes.toByteArray();
  }

  @Override
  public void close() {
    Context.exit();
  }
}
