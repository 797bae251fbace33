package io.brokerbench.cli;

import io.brokerbench.command.ExitCode;
import io.brokerbench.file.BadInputException;
import io.brokerbench.find.Findings;
import io.brokerbench.matrix.MatrixDirectory;
import io.brokerbench.reports.PublicationPage;
import io.brokerbench.stored.RunsDirectory;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Secrets;
import io.brokerbench.workload.SettingsException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs all experiments of a publication. */
@Command(
    name = "reproduce",
    description = {
      "Runs the workload files of a publication one after another, and writes a page with published"
          + " and measured figures. The time that it takes is printed first.",
      "",
      "An interrupted publication resumes when the same command is given again; files whose runs are"
          + " finished are not repeated.",
      ""
    })
final class ReproduceCommand implements ParsedCommand.Body {

  /** Environment variable with the directory of {@code workloads}, set by scripts/bench. */
  private static final String HOME = "BENCH_HOME";

  private static final String NAMES = "[Pp][1-5]";

  @Parameters(index = "0", paramLabel = "P1...P5", description = "The publication")
  private String publication = "";

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Any setting, over the files': scale.time=0.1")
  private List<String> assignments = List.of();

  @Option(
      names = "--only",
      paramLabel = "NAME",
      description = "Only files whose names contain this: p3-1")
  private String only = "";

  @Mixin private final OutOption place = new OutOption();

  @Override
  public ExitCode run(ParsedCommand.Call call)
      throws SettingsException, BadInputException, IOException, InterruptedException {
    SecretHandover.requireSafeFlags();
    Path parent = parent();
    Map<Path, PreparedRuns> files = files(call.environment(), parent);
    announce(files, call.out());
    ExitCode worst = ExitCode.VALID;
    Map<String, Path> results = new LinkedHashMap<>();
    for (Map.Entry<Path, PreparedRuns> file : files.entrySet()) {
      PreparedRuns preparation = file.getValue();
      if (finished(preparation).isEmpty()) {
        call.out().printf(Locale.ROOT, "%n== %s%n", preparation.name());
        ExitCode code =
            preparation.single()
                ? FindCommand.find(preparation, call.out())
                : RunCommand.matrix(preparation, call.out());
        worst = worst.worse(code);
      }
      finished(preparation).ifPresent(result -> results.put(preparation.name(), result));
    }
    Path page = parent.resolve(name() + ".md");
    new PublicationPage(name(), command(), results).write(page);
    call.out().printf(Locale.ROOT, "%npage: %s%n", page);
    if (results.size() < files.size()) {
      call.out().println("runs without a result are repeated when the same command is given again");
    }
    return worst;
  }

  private String name() {
    return publication.toUpperCase(Locale.ROOT);
  }

  private Path parent() throws BadInputException {
    if (!publication.matches(NAMES)) {
      throw new BadInputException(
          Text.of("P1...P5: must be one of P1, P2, P3, P4, P5, got \"%s\"", publication));
    }
    String out = place.directory();
    return Path.of(out == null ? "results" : out).resolve(name());
  }

  /** The publication's files in order, each checked. */
  private Map<Path, PreparedRuns> files(Map<String, String> environment, Path parent)
      throws SettingsException, BadInputException, IOException {
    Path directory =
        Path.of(environment.getOrDefault(HOME, "")).resolve("workloads").resolve("publications");
    if (!Files.isDirectory(directory)) {
      throw new BadInputException(
          Text.of("%s is not there; start this command by scripts/bench", directory));
    }
    List<Path> paths;
    try (Stream<Path> entries = Files.list(directory)) {
      paths =
          entries
              .filter(
                  entry -> {
                    String file = entry.getFileName().toString();
                    return file.startsWith(publication.toLowerCase(Locale.ROOT) + "-")
                        && file.contains(only);
                  })
              .sorted()
              .toList();
    }
    if (paths.isEmpty()) {
      throw new BadInputException(
          Text.of("--only: no file of %s has \"%s\" in its name", name(), only));
    }
    Map<Path, PreparedRuns> files = new LinkedHashMap<>();
    List<String> problems = new ArrayList<>();
    for (Path path : paths) {
      try {
        PreparedRuns preparation =
            PreparedRuns.of(RunArguments.of(path, assignments), parent.toString(), environment);
        if (preparation.single()) {
          FindCommand.identity(preparation); // Checks the search.
        }
        files.put(path, preparation);
      } catch (SettingsException e) {
        problems.addAll(e.problems());
      }
    }
    if (!problems.isEmpty()) {
      throw new SettingsException(problems.stream().distinct().toList());
    }
    return files;
  }

  /** The time and disk that the runs take, by file. */
  private void announce(Map<Path, PreparedRuns> files, PrintStream out)
      throws SettingsException, IOException {
    double all = 0;
    for (PreparedRuns preparation : files.values()) {
      Effort effort = Effort.of(preparation);
      boolean finished = finished(preparation).isPresent();
      all += finished ? 0 : effort.seconds();
      out.printf(
          Locale.ROOT, "%s: %s%n", preparation.name(), finished ? "finished" : effort.text());
    }
    out.printf(Locale.ROOT, "%s takes about %s%n", name(), Effort.time(all));
  }

  /** The directory of the finished runs of a file; empty if they are not finished. */
  private static Optional<Path> finished(PreparedRuns preparation)
      throws SettingsException, IOException {
    boolean search = preparation.single();
    Optional<String> identity =
        Optional.of(search ? FindCommand.identity(preparation) : preparation.identity(""));
    return RunsDirectory.finished(
        preparation.parent(),
        preparation.name() + (search ? "-find" : ""),
        directory ->
            (search ? Findings.identityIn(directory) : MatrixDirectory.identityIn(directory))
                .equals(identity));
  }

  private String command() {
    List<String> words = new ArrayList<>(List.of("scripts/bench", "reproduce", name()));
    assignments.forEach(assignment -> words.addAll(List.of("--set", assignment)));
    return Secrets.text(String.join(" ", words));
  }
}
