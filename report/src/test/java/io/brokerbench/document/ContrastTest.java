package io.brokerbench.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Colours of pages against their backgrounds, by the contrast ratio of WCAG 2.2: 4.5 for texts, 3
 * for what is drawn.
 */
final class ContrastTest {

  private static final Pattern COLOUR = Pattern.compile("--([a-z0-9-]+): (#[0-9a-f]{3,6});");

  @ParameterizedTest
  @ValueSource(strings = {":root", "prefers-color-scheme: dark", "media print"})
  void colorsAreToldFromTheirBackgrounds(String theme) {
    String css = BundledFiles.text("page.css");
    Map<String, Double> luminances = new HashMap<>();
    int begin = css.indexOf(theme);
    Matcher colours = COLOUR.matcher(css.substring(begin, css.indexOf("}", begin)));
    while (colours.find()) {
      luminances.put(colours.group(1), luminance(colours.group(2)));
    }
    assertThat(luminances).containsKeys("page", "panel", "text", "series-9");
    double panel = Objects.requireNonNull(luminances.get("panel"));
    double page = Objects.requireNonNull(luminances.get("page"));
    luminances.forEach(
        (name, luminance) -> {
          if (!name.matches("page|panel|grid|line")) {
            double least = name.startsWith("series") ? 3 : 4.5;
            assertThat(contrast(luminance, panel)).as("%s on a panel", name).isGreaterThan(least);
            assertThat(contrast(luminance, page)).as("%s on the page", name).isGreaterThan(least);
          }
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"page.js", "picture.js"})
  void everyColorThatChartsAskForIsGiven(String script) {
    String given = BundledFiles.text(script);
    assertThat(
            Pattern.compile("\\bcolors\\.([a-z]+)")
                .matcher(BundledFiles.text(BundledFiles.CHARTS))
                .results()
                .map(found -> found.group(1))
                .distinct())
        .contains("series", "neutral")
        .allSatisfy(name -> assertThat(given).containsPattern(name + ": |'" + name + "'"));
  }

  private static double contrast(double one, double other) {
    return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  }

  private static double luminance(String colour) {
    String digits = colour.substring(1);
    String six = digits.length() == 3 ? digits.replaceAll("(.)", "$1$1") : digits;
    int rgb = Integer.parseInt(six, 16);
    return 0.2126 * linear(rgb >> 16) + 0.7152 * linear(rgb >> 8) + 0.0722 * linear(rgb);
  }

  private static double linear(int channel) {
    double share = (channel & 0xff) / 255.0;
    return share <= 0.04045 ? share / 12.92 : Math.pow((share + 0.055) / 1.055, 2.4);
  }
}
