package io.brokerbench.cli;

import io.brokerbench.command.ExitCode;
import io.brokerbench.measurement.Rule;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The page of docs/reference with the rules of the verdict and the exit codes. */
final class VerdictPage {

  private static final Path RULES =
      Path.of("..", "benchmark-core/src/main/java/io/brokerbench/measurement/Rule.java");
  private static final Path CODES =
      Path.of("..", "report/src/main/java/io/brokerbench/command/ExitCode.java");
  private static final Pattern CONSTANT =
      Pattern.compile("/\\*\\*((?:(?!\\*/).)*)\\*/\\s*([A-Z_]+)\\(", Pattern.DOTALL);

  private VerdictPage() {}

  static String text() throws IOException {
    StringBuilder page = new StringBuilder();
    page.append("# Verdicts and exit codes\n\n## Rules of the verdict\n\n")
        .append("A run that breaks no rule is VALID; of several statuses the worst counts.\n")
        .append("[Verdict and floor](../metrics/verdict.md) has more on them.\n\n")
        .append(
            "| rule | status | the run breaks it if | limit (default) | with planned faults |\n")
        .append("|---|---|---|---|---|\n");
    Map<String, String> meanings = meanings(RULES);
    Settings settings = Workload.defaults().set("driver", "memory", "").settings();
    Workload.read(settings);
    Map<String, String> defaults = settings.effective();
    for (Rule rule : Rule.values()) {
      page.append(
          Text.of(
              "| `%s` | %s | %s | %s | %s |\n",
              rule.code(),
              rule.status(),
              Objects.requireNonNull(meanings.get(rule.name()), rule.name()),
              rule.limit().isEmpty()
                  ? ""
                  : Text.of("`%s` (%s)", rule.limit(), defaults.get(rule.limit())),
              withPlannedFaults(rule)));
    }
    page.append("\n## Exit codes\n\n")
        .append("After 0, codes go from worst to least bad; of several runs the worst counts.\n\n")
        .append("| code | meaning |\n|---|---|\n");
    Map<String, String> codes = meanings(CODES);
    for (ExitCode code : ExitCode.values()) {
      page.append(
          Text.of(
              "| %d | %s |\n",
              code.code(), Objects.requireNonNull(codes.get(code.name()), code.name())));
    }
    return page.append("| 128 + n | Signal n ended it, after everything measured was written. |\n")
        .toString();
  }

  private static String withPlannedFaults(Rule rule) {
    return switch (rule) {
      case RATE_MISSED, FAILURES, FAILURES_TENFOLD -> "judged outside them";
      default -> rule.isSuspendedByFaults() ? "noted" : "";
    };
  }

  /** The documentation of the constants of an enum, by their names. */
  private static Map<String, String> meanings(Path source) throws IOException {
    Map<String, String> meanings = new HashMap<>();
    Matcher constant = CONSTANT.matcher(Files.readString(source));
    while (constant.find()) {
      meanings.put(
          constant.group(2),
          ReferencePages.cell(constant.group(1).replaceAll("\\s*\\n\\s*\\*?\\s*", " ")));
    }
    return meanings;
  }
}
