package io.brokerbench.cli;

import io.brokerbench.clock.Clock;
import io.brokerbench.command.ExitCode;
import io.brokerbench.command.ShellWords;
import io.brokerbench.file.BadInputException;
import io.brokerbench.find.SearchResult;
import io.brokerbench.matrix.MatrixDirectory;
import io.brokerbench.published.Reference;
import io.brokerbench.reports.Publication;
import io.brokerbench.reports.PublicationPage;
import io.brokerbench.reports.PublicationSource;
import io.brokerbench.run.RunEstimate;
import io.brokerbench.sections.ExperimentFile;
import io.brokerbench.stored.RunsDirectory;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Secrets;
import io.brokerbench.workload.SettingsException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs all experiments of a publication. */
@Command(
    name = "reproduce",
    header = "Repeats a publication.",
    description = {
      "Runs the workload files of a publication one after another, and writes a page with published"
          + " and measured figures. It prints its duration first.",
      "",
      "An interrupted publication resumes when the same command is given again; files whose runs are"
          + " finished are not repeated.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  bench reproduce rocketmq-producer",
      "  bench reproduce rocketmq-safe-load --set scale.time=0.1"
    })
final class ReproduceCommand implements ParsedCommand.OfWorkload {

  /** Environment variable with the root of the checkout or distribution, set by scripts/bench. */
  static final String HOME = "BENCH_HOME";

  /** Environment variable with the commit of the checkout, set by scripts/bench. */
  static final String COMMIT = "BENCH_COMMIT";

  private static final String EXTENSION = ".yaml";

  /** The names of publications, for completion. */
  static final class Names implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return PublicationSource.names().iterator();
    }
  }

  @Parameters(
      index = "0",
      paramLabel = "PUBLICATION",
      completionCandidates = Names.class,
      description = "One of ${COMPLETION-CANDIDATES}")
  private String publication = "";

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Any setting, over the files': scale.time=0.1")
  private List<String> assignments = List.of();

  @Option(
      names = "--render",
      paramLabel = "DIR",
      description =
          "Runs nothing: writes the page and its pictures, from the results in --out, into DIR; why it"
              + " differs, in a page that is there, is kept")
  private @Nullable Path pages;

  @Mixin private final OutOption place = new OutOption();

  @Override
  public ExitCode run(ParsedCommand.Call call)
      throws SettingsException, BadInputException, IOException, InterruptedException {
    SecretHandover.requireSafeFlags();
    Path parent = parent();
    if (pages != null) {
      call.out().println("page: " + render(parent, pages, directory(call)));
      return ExitCode.VALID;
    }
    List<PreparedRuns> files = files(call, parent);
    announce(files, call.out());
    ExitCode worst = ExitCode.VALID;
    boolean complete = true;
    Optional<PreparedRuns> ran = Optional.empty();
    for (PreparedRuns preparation : files) {
      if (!isFinished(results(preparation))) {
        call.out().printf(Locale.ROOT, "%n== %s%n", preparation.name());
        // Before the runs, because they may be interrupted.
        String commit = call.environment().getOrDefault(COMMIT, "unknown");
        write(files, parent, call, Optional.of(commit));
        ExitCode code =
            preparation.single()
                ? FindCommand.find(preparation, call.out())
                : RunCommand.matrix(preparation, call);
        worst = worst.worse(code);
        ran = Optional.of(preparation);
      }
      complete &= isFinished(results(preparation));
    }
    if (ran.isPresent()) {
      WaitingWorkers.release(ran.get(), call.out());
    }
    write(files, parent, call, Optional.empty());
    call.out().printf(Locale.ROOT, "%npage: %s%n", PublicationPage.write(parent, parent));
    if (!complete) {
      call.out().println("runs without a result are repeated when the same command is given again");
    }
    return worst;
  }

  /**
   * Writes the page of stored results, with the published figures as the workload files have them.
   *
   * @param results directory of all results
   * @param into directory of the page
   * @param workloads directory of the workload files
   */
  private static Path render(Path results, Path into, Path workloads)
      throws SettingsException, BadInputException, IOException {
    for (Map.Entry<String, String> experiment :
        Publication.read(results).experiments().entrySet()) {
      publish(
          results.resolve(experiment.getValue()),
          ExperimentFile.read(workloads.resolve(experiment.getKey() + EXTENSION)).reference());
    }
    return PublicationPage.write(results, into);
  }

  /**
   * Writes the description of the publication and its results so far.
   *
   * @param call whose command is recorded
   * @param commit the commit that makes runs from now on; empty if none follow
   */
  private void write(
      List<PreparedRuns> files, Path parent, ParsedCommand.Call call, Optional<String> commit)
      throws SettingsException, BadInputException, IOException {
    SortedMap<String, String> directories = new TreeMap<>();
    for (PreparedRuns preparation : files) {
      Optional<Path> result = results(preparation);
      if (result.isPresent()) {
        directories.put(preparation.name(), result.get().getFileName().toString());
        publish(result.get(), preparation.sections().reference());
      }
    }
    Files.createDirectories(parent);
    String command = command(publication, call.flags(), assignments);
    Publication.write(parent, publication, command, directories, commit, Clock.system().now());
  }

  /** Stores the published figures as they are now, which may be after the runs. */
  private static void publish(Path result, Optional<Reference> reference)
      throws BadInputException, IOException {
    if (MatrixDirectory.is(result)) {
      MatrixDirectory.publish(result, reference);
    } else if (reference.isPresent()) {
      reference.get().write(result);
    }
  }

  private Path parent() throws BadInputException {
    if (PublicationSource.of(publication).isEmpty()) {
      throw new BadInputException(
          Text.of(
              "PUBLICATION: must be one of %s, got \"%s\"",
              String.join(", ", PublicationSource.names()), publication));
    }
    String out = place.directory;
    return Path.of(out == null ? "results" : out).resolve(publication);
  }

  /** The directory of the workload files. */
  private static Path directory(ParsedCommand.Call call) throws BadInputException {
    Path directory =
        Path.of(call.environment().getOrDefault(HOME, ""))
            .resolve("workloads")
            .resolve("publications");
    if (!Files.isDirectory(directory)) {
      throw new BadInputException(
          Text.of("%s is not there; start this command by scripts/bench", directory));
    }
    return directory;
  }

  private static String fileName(Path file) {
    return file.getFileName().toString().replace(EXTENSION, "");
  }

  /** The publication's files in order, each checked. */
  private List<PreparedRuns> files(ParsedCommand.Call call, Path parent)
      throws SettingsException, BadInputException, IOException {
    Path directory = directory(call);
    List<Path> paths;
    try (Stream<Path> entries = Files.list(directory)) {
      paths =
          entries
              .filter(entry -> entry.toString().endsWith(EXTENSION))
              .filter(entry -> PublicationSource.owns(publication, fileName(entry)))
              .sorted()
              .toList();
    }
    if (paths.isEmpty()) {
      throw new BadInputException(Text.of("%s has no file of %s", directory, publication));
    }
    List<PreparedRuns> files = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    for (Path path : paths) {
      try {
        boolean search = ExperimentFile.read(path).matrix().factors().isEmpty();
        PreparedRuns preparation =
            PreparedRuns.of(
                RunArguments.of(path, search ? searched() : assignments), parent.toString(), call);
        if (search) {
          FindCommand.identity(preparation); // Checks the search.
        }
        files.add(preparation);
      } catch (SettingsException e) {
        problems.addAll(e.problems());
      }
    }
    if (!problems.isEmpty()) {
      throw new SettingsException(problems.stream().distinct().toList());
    }
    return files;
  }

  /** The settings of searches, which cannot scale the rates that they look for. */
  private List<String> searched() {
    return assignments.stream()
        .filter(assignment -> !assignment.matches("(?s)\\s*scale(\\.clients)?\\s*=.*"))
        .toList();
  }

  /** The time and disk that the runs take, by file. */
  private void announce(List<PreparedRuns> files, PrintStream out)
      throws SettingsException, IOException {
    double all = 0;
    for (PreparedRuns preparation : files) {
      RunEstimate estimate =
          preparation.single() ? FindCommand.estimate(preparation) : preparation.estimate();
      boolean finished = isFinished(results(preparation));
      if (!finished) {
        estimate.requireRoom();
        all += estimate.seconds();
      }
      out.printf(
          Locale.ROOT, "%s: %s%n", preparation.name(), finished ? "finished" : estimate.text());
    }
    out.printf(Locale.ROOT, "%s takes at most %s%n", publication, RunEstimate.time(all));
  }

  private static boolean isFinished(Optional<Path> results) {
    return results.filter(path -> new RunsDirectory(path).complete()).isPresent();
  }

  /** The latest directory of the runs of a file; empty if there is none. */
  private static Optional<Path> results(PreparedRuns preparation)
      throws SettingsException, IOException {
    boolean search = preparation.single();
    Optional<String> identity =
        Optional.of(search ? FindCommand.identity(preparation) : preparation.identity(""));
    return RunsDirectory.latest(
        preparation.parent(),
        preparation.name() + (search ? "-find" : ""),
        directory ->
            (search ? SearchResult.identityIn(directory) : MatrixDirectory.identityIn(directory))
                .equals(identity));
  }

  /** The command as it is typed in a shell, without secrets. */
  static String command(String publication, List<String> flags, List<String> assignments) {
    List<String> words = new ArrayList<>(List.of("scripts/bench", "reproduce", publication));
    words.addAll(flags);
    assignments.forEach(assignment -> words.addAll(List.of("--set", assignment)));
    return Secrets.arguments(words, flag -> false).stream()
        .map(ShellWords::quoted)
        .collect(Collectors.joining(" "));
  }
}
