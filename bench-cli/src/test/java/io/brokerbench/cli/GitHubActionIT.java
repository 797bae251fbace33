package io.brokerbench.cli;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.stored.LatestResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;

/** The steps of action.yml, in a checkout whose origin is a repository of the test. */
@Tag("nightly")
final class GitHubActionIT {

  private static final String BRANCH = "benchmark-history";

  private final Path home;
  private final Path origin;
  private final Path action;

  GitHubActionIT(@TempDir Path home) throws Exception {
    this.home = home;
    this.origin = home.resolve("origin.git");
    this.action = LauncherIT.checkout(home.resolve("action")).resolveSibling("github-action");
    BenchProcess.run(home, Map.of(), 0, "git", "init", "--quiet", "--bare", origin.toString());
    Path first = checkout("first");
    Files.writeString(
        first.resolve("quick.yaml"),
        "driver: memory\nload: {threads: 1, rate: 100/s, warmup: 0, duration: 1s}\n");
    Files.writeString(
        first.resolve("overloaded.yaml"),
        """
        driver: memory
        memory: {service-rate: 5/s}
        load: {threads: 1, rate: 1000/s, warmup: 0, duration: 1s}
        """);
    Files.writeString(
        first.resolve("repeated.yaml"),
        """
        driver: memory
        load: {threads: 1, rate: 100/s, warmup: 0, duration: 1s}
        matrix: {repeat: 2}
        """);
    git(first, "add", "quick.yaml", "overloaded.yaml", "repeated.yaml");
    git(first, "commit", "--quiet", "-m", "A workload");
    git(first, "push", "--quiet", "origin", "HEAD:refs/heads/main");
  }

  @Test
  void eachNightIsAddedToTheBranch() throws Exception {
    night("one");
    assertThat(series()).isNotEmpty();
    assertThat(files()).doesNotContain("quick.yaml");
    int before = series().size();
    Path second = night("two");
    assertThat(series()).hasSize(2 * before);
    assertThat(second.resolve("summary.md")).content().contains("acked", "```text", "nights", "| ");
    assertThat(second.resolve("results/junit.xml")).content().contains("<testsuite");
    assertThat(second.resolve("results/history.html")).content().contains("</html>");
  }

  /** As of the nightly workflow of this project. */
  @Test
  void aMatrixBesideAnotherWorkloadIsAddedToo() throws Exception {
    Path checkout = clone("matrix");
    Map<String, String> variables = variables(checkout, "FILES", "repeated.yaml quick.yaml");
    steps(checkout, variables, "fetch", "run", "record");
    assertThat(checkout.resolve("results/junit.xml")).content().contains("tests=\"3\"");
    assertThat(series()).hasSizeGreaterThanOrEqualTo(2);
  }

  /** Each is a result of its own, and two nights of a run each would show no interval. */
  @Test
  void theRunsOfLoadRepeatAreOneNight() throws Exception {
    Path checkout = clone("repeats");
    Files.writeString(
        checkout.resolve("repeats.yaml"),
        "driver: memory\nload: {threads: 1, rate: 100/s, warmup: 0, duration: 1s, repeat: 2}\n");
    Map<String, String> variables = variables(checkout, "FILES", "quick.yaml repeats.yaml");
    steps(checkout, variables, "fetch", "run", "record");
    try (Stream<Path> figures = Files.list(checkout.resolve("history/figures"))) {
      assertThat(figures).anySatisfy(file -> assertThat(file).content().contains("\"runs\" : 2"));
    }
    assertThat(checkout.resolve("results/junit.xml")).content().contains("tests=\"3\"");
    assertThat(checkout.resolve("results/latest/report.html")).exists();
  }

  /** Of another workload, the second one cannot be compared with the first. */
  @Test
  void nightsAreAddedWithTheirMicrobenchmarks() throws Exception {
    BenchProcess.writeScript(action.resolveSibling("microbench.sh"), NightlyIT.MICROBENCH);
    Path checkout = clone("nights");
    Files.writeString(
        checkout.resolve("night.yaml"),
        """
        driver: memory
        load: {threads: 1, rate: 200/s, warmup: 0, duration: 1s}
        matrix: {repeat: 2}
        microbench: [Codec]
        """);
    Map<String, String> variables =
        new HashMap<>(variables(checkout, "FILES", "night.yaml repeated.yaml"));
    variables.put("COMMAND", "night");
    steps(checkout, variables, "fetch", "run", "record");
    try (Stream<Path> figures = Files.list(checkout.resolve("history/figures"))) {
      assertThat(figures).anySatisfy(file -> assertThat(file).content().contains("Codec"));
    }
    assertThat(series()).hasSizeGreaterThanOrEqualTo(3);
    assertThat(checkout.resolve("summary.md"))
        .content()
        .contains("-night, the first", "-repeated, the first");
    assertThat(checkout.resolve("results/junit.xml")).content().contains("tests=\"4\"");
  }

  @Test
  void aCheckoutThatIsKeptFetchesAgain() throws Exception {
    Path kept = night("kept");
    step(kept, variables(kept), 0, "fetch");
    assertThat(kept.resolve("history/figures")).isDirectory();
    // As actions/checkout does before the next job.
    git(kept, "clean", "-ffdxq");
    step(kept, variables(kept), 0, "fetch");
    assertThat(kept.resolve("history/figures")).isDirectory();
  }

  /** Of a second step of the action in a job, whose run does not take place then. */
  @Test
  void aHistoryThatCannotBeFetchedStaysAsItIs() throws Exception {
    Path checkout = night("unreachable");
    List<String> before = series();
    git(checkout, "remote", "set-url", "--push", "origin", origin.toString());
    git(checkout, "remote", "set-url", "origin", home.resolve("gone.git").toString());
    step(checkout, variables(checkout), 128, "fetch");
    step(checkout, variables(checkout), 0, "record");
    assertThat(series()).isEqualTo(before);
    step(checkout, variables(checkout), 0, "run");
    assertThat(step(checkout, variables(checkout), 2, "record")).contains("no history to add to");
    assertThat(series()).isEqualTo(before);
    assertThat(checkout.resolve("history")).doesNotExist();
  }

  /** Both have fetched the history before the other one pushed. */
  @Test
  void twoNightsAtOnceAreBothInTheBranch() throws Exception {
    night("zero");
    int each = series().size();
    Path one = fetched("one");
    Path other = fetched("other");
    recorded(one);
    recorded(other);
    assertThat(series()).hasSize(3 * each);
  }

  @Test
  void withoutAHistoryThereAreASummaryAndTheExitCodeOfTheRun() throws Exception {
    Path checkout = clone("alone");
    Map<String, String> variables =
        Map.of(
            "FILES",
            "quick.yaml",
            "ARGUMENTS",
            "--accept suspect --require acked=1M/s",
            "GITHUB_STEP_SUMMARY",
            checkout.resolve("summary.md").toString());
    step(checkout, variables, 0, "fetch");
    assertThat(step(checkout, variables, 5, "run")).contains("MISSED");
    step(checkout, variables, 0, "record");
    assertThat(checkout.resolve("summary.md")).isNotEmptyFile();
    assertThat(checkout.resolve("history")).doesNotExist();
    assertThat(BenchProcess.run(home, Map.of(), 2, action.toString()))
        .contains("fetch|run|record")
        .doesNotContain("set -");
  }

  /** A machine that is busy for a minute must not cost the figures of all other workloads. */
  @Test
  void aWorkloadWithoutAUsableRunKeepsNoOtherFromTheHistory() throws Exception {
    Path checkout = clone("overloaded");
    Map<String, String> variables = variables(checkout, "FILES", "overloaded.yaml quick.yaml");
    step(checkout, variables, 0, "fetch");
    assertThat(step(checkout, variables, 4, "run")).contains("INVALID");
    assertThat(step(checkout, variables, 2, "record"))
        .contains("no finished run is valid or suspect");
    assertThat(checkout.resolve("summary.md")).content().contains("nights");
    assertThat(checkout.resolve("results/history.html")).exists();
    assertThat(series()).hasSizeGreaterThanOrEqualTo(2);
  }

  /** As after a step of the job that failed. */
  @Test
  void aMissingImportKeepsNoResultFromTheHistory() throws Exception {
    Path checkout = clone("import");
    Map<String, String> variables = variables(checkout, "IMPORTS", "missing.json");
    steps(checkout, variables, "fetch", "run");
    assertThat(step(checkout, variables, 2, "record")).contains("missing.json");
    assertThat(series()).isNotEmpty();
  }

  /** As one that a later release wrote. */
  @Test
  void aFileOfTheHistoryThatCannotBeReadKeepsNoNightFromIt() throws Exception {
    night("before");
    int each = series().size();
    Path checkout = fetched("after");
    Files.writeString(checkout.resolve("history/figures/broken.json"), "{");
    assertThat(step(checkout, variables(checkout), 2, "record")).contains("broken.json cannot be");
    assertThat(series()).hasSize(2 * each + 1);
    assertThat(checkout.resolve("summary.md")).content().contains("nights");
  }

  @Test
  void nothingToRunIsNoSuccess() throws Exception {
    Path checkout = clone("nothing");
    assertThat(step(checkout, Map.of("FILES", " "), 2, "run")).contains("files is empty");
  }

  @Test
  void laterStepsOfTheJobHaveTheirJdk() throws Exception {
    Path environment = home.resolve("environment");
    Path path = home.resolve("path");
    Map<String, String> variables =
        new HashMap<>(
            Map.of(
                "JOB_JAVA_HOME",
                "/opt/jdk-11",
                "GITHUB_ENV",
                environment.toString(),
                "GITHUB_PATH",
                path.toString()));
    step(home, variables, 0, "restore");
    assertThat(environment).hasContent("JAVA_HOME=/opt/jdk-11");
    assertThat(path).hasContent("/opt/jdk-11/bin");
    // Of a job that has set none.
    variables.put("JOB_JAVA_HOME", "");
    step(home, variables, 0, "restore");
    assertThat(Files.readAllLines(environment)).endsWith("JAVA_HOME=");
    assertThat(path).hasContent("/opt/jdk-11/bin");
  }

  /** Each input is the variable of a step, and each variable is one that the script knows. */
  @Test
  void theInputsReachTheScript() throws IOException {
    String text = Files.readString(Path.of("../action.yml"));
    Map<String, Object> root = new Yaml().load(text);
    String script = Files.readString(action);
    for (String input :
        ((Map<?, ?>) requireNonNull(root.get("inputs")))
            .keySet().stream().map(String::valueOf).toList()) {
      assertThat(text).contains("inputs." + input + " ");
    }
    assertThat(text.lines().map(String::strip).filter(line -> line.matches("[A-Z_]+: .*")))
        .isNotEmpty()
        .allSatisfy(line -> assertThat(script).contains(line.substring(0, line.indexOf(':'))));
  }

  @Test
  void theArtifactHasEachResultOnce() throws Exception {
    assertThat(Path.of("../action.yml")).content().contains("!results/" + LatestResult.NAME);
  }

  private Path night(String name) throws Exception {
    Path checkout = fetched(name);
    recorded(checkout);
    return checkout;
  }

  private Path fetched(String name) throws Exception {
    Path checkout = clone(name);
    steps(checkout, variables(checkout), "fetch", "run");
    return checkout;
  }

  private void recorded(Path checkout) throws Exception {
    step(checkout, variables(checkout), 0, "record");
  }

  private static Map<String, String> variables(Path checkout) {
    return Map.of(
        "FILES",
        "quick.yaml",
        "ARGUMENTS",
        "--accept suspect",
        "HISTORY_BRANCH",
        BRANCH,
        "LIMITS",
        "10% p99=50%",
        "GITHUB_STEP_SUMMARY",
        checkout.resolve("summary.md").toString());
  }

  /** The same with another value of one of them. */
  private static Map<String, String> variables(Path checkout, String name, String value) {
    Map<String, String> variables = new HashMap<>(variables(checkout));
    variables.put(name, value);
    return variables;
  }

  private void steps(Path checkout, Map<String, String> variables, String... steps)
      throws Exception {
    for (String step : steps) {
      step(checkout, variables, 0, step);
    }
  }

  private String step(Path checkout, Map<String, String> variables, int code, String step)
      throws Exception {
    return BenchProcess.run(checkout, variables, code, action.toString(), step);
  }

  /** The files of figures in the branch. */
  private List<String> series() throws Exception {
    return files().stream().filter(file -> file.startsWith("figures/")).toList();
  }

  private List<String> files() throws Exception {
    return BenchProcess.run(
            home,
            Map.of(),
            0,
            "git",
            "--git-dir",
            origin.toString(),
            "ls-tree",
            "-r",
            "--name-only",
            BRANCH)
        .lines()
        .toList();
  }

  private Path clone(String name) throws Exception {
    Path checkout = checkout(name);
    git(checkout, "checkout", "--quiet", "-b", "main", "origin/main");
    return checkout;
  }

  private Path checkout(String name) throws Exception {
    BenchProcess.run(home, Map.of(), 0, "git", "clone", "--quiet", origin.toString(), name);
    return home.resolve(name);
  }

  /** Runs git, which must succeed. */
  static void git(Path directory, String... arguments) throws Exception {
    BenchProcess.run(
        directory,
        Map.of(),
        0,
        Stream.concat(
                Stream.of("git", "-c", "user.name=test", "-c", "user.email=test@localhost"),
                Stream.of(arguments))
            .toArray(String[]::new));
  }
}
