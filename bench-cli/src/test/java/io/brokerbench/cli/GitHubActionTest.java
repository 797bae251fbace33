package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.brokerbench.sections.ExperimentFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.yaml.snakeyaml.Yaml;

/**
 * The steps of action.yml that run workloads and record them, next to a stand-in for the command;
 * and the workflow of this project that uses the action.
 */
final class GitHubActionTest {

  private static final Path ROOT = Path.of("..");
  private static final Path WORKFLOW = ROOT.resolve(".github/workflows/nightly.yml");

  private final Path home;

  GitHubActionTest(@TempDir Path home) {
    this.home = home;
  }

  @ParameterizedTest
  @CsvSource({
    "0 0, 0",
    "0 5, 5",
    "5 3, 3",
    "3 5, 3",
    "5 4 0, 4",
    "4 6, 6",
    "6 3, 3",
    "5 2 3, 2",
    "1 5, 1",
    "143 1 5, 143",
  })
  void theWorstOfSeveralWorkloadsIsTheOneThatBenchRanksWorst(String codes, int worst)
      throws Exception {
    writeBench("exit \"$2\" # The name of the workload.\n");
    step("run", Map.of("FILES", codes), worst);
    step("run", Map.of("FILES", codes, "COMMAND", "night"), worst);
  }

  @Test
  void nightsMeasureTheirOwnCeilingsAndOneWithoutResultsKeepsNoOtherFromTheHistory()
      throws Exception {
    writeBench(
        """
        echo "$*" >>calls
        case "$*" in
          night*)
            [ ! -e results/accepted ] || exit 2
            mkdir "results/$2-night"
            echo "record of $2" >"results/$2-night/night.txt"
            touch results/accepted
            ;;
          *junit*) exit 2 ;;
        esac
        """);
    Map<String, String> variables =
        Map.of(
            "FILES",
            "one two",
            "COMMAND",
            "night",
            "ARGUMENTS",
            "--budget 2h",
            "HISTORY_BRANCH",
            "nights",
            "GITHUB_STEP_SUMMARY",
            home.resolve("summary.md").toString());
    run(Map.of(), 0, "git", "init", "--quiet", "history");
    step("run", variables, 0);
    step("record", variables, 2);

    assertThat(Files.readAllLines(home.resolve("calls")))
        .contains(
            "night one --history results --budget 2h",
            "night two --history results --budget 2h",
            "history add results/one-night",
            "history add results/two-night",
            "history show")
        .noneMatch(call -> call.startsWith("doctor"));
    assertThat(home.resolve("summary.md")).content().contains("record of one", "record of two");
  }

  @Test
  void otherCommandsAreRefused() throws Exception {
    writeBench("exit 0\n");
    assertThat(step("run", Map.of("FILES", "one", "COMMAND", "find"), 2))
        .contains("command must be run or night, got \"find\"");
  }

  @Test
  void theNightlyWorkflowRunsANightOfAllCellsAndMicrobenchmarksWithAHistoryInABranch()
      throws Exception {
    JsonNode workflow = yaml(WORKFLOW);
    List<JsonNode> steps =
        steps(workflow)
            .filter(step -> step.path("uses").asText().equals("./"))
            .map(step -> step.path("with"))
            .toList();
    assertThat(steps).hasSize(1);
    JsonNode with = steps.get(0);
    assertThat(with.path("command").asText()).isEqualTo("night");
    assertThat(with.path("history-branch").asText()).isNotEmpty();
    assertThat(workflow.at("/permissions/contents").asText()).isEqualTo("write");
    assertThat(names(yaml(ROOT.resolve("action.yml")).path("inputs"))).containsAll(names(with));

    Files.createSymbolicLink(home.resolve("workloads"), ROOT.resolve("workloads").toRealPath());
    run(Map.of(), 0, "bash", "-e", "-c", script(workflow, ">night.yaml"));
    assertThat(with.path("files").asText()).isEqualTo("night.yaml");
    ExperimentFile night = ExperimentFile.read(home.resolve("night.yaml"));
    assertThat(night.matrix())
        .isEqualTo(ExperimentFile.read(ROOT.resolve("workloads/night.yaml")).matrix());
    assertThat(night.microbenchmarks()).containsExactly(".");
  }

  @Test
  void theNightlyWorkflowFailsWhereAMicrobenchmarkExceedsItsBudget() throws Exception {
    String script = script(yaml(WORKFLOW), "night.txt");
    Path night = Files.createDirectories(home.resolve("results/1-night")).resolve("night.txt");
    Files.writeString(night, "night 1-night\nfailed: tool=producer, 1 of 3: exit code 3\n");
    run(Map.of(), 0, "bash", "-e", "-c", script);
    // As Preliminaries reports it.
    Files.writeString(night, "failed: the microbenchmarks: exit code 1 of microbench.sh\n");
    assertThat(run(Map.of(), 1, "bash", "-e", "-c", script)).contains("exit code 1");
  }

  private static Stream<JsonNode> steps(JsonNode workflow) {
    return workflow.at("/jobs/night/steps").valueStream();
  }

  /** The script of the only step whose script has this text. */
  private static String script(JsonNode workflow, String text) {
    List<String> scripts =
        steps(workflow)
            .map(step -> step.path("run").asText())
            .filter(script -> script.contains(text))
            .toList();
    assertThat(scripts).hasSize(1);
    return scripts.get(0);
  }

  private void writeBench(String lines) throws IOException {
    BenchProcess.writeScript(home.resolve("bench"), lines);
    Files.copy(ROOT.resolve("scripts/github-action"), home.resolve("github-action"));
  }

  private String step(String step, Map<String, String> variables, int code) throws Exception {
    return run(variables, code, "bash", home.resolve("github-action").toString(), step);
  }

  /** Returns the output. */
  private String run(Map<String, String> variables, int code, String... command) throws Exception {
    return BenchProcess.run(home, variables, code, command);
  }

  private static List<String> names(JsonNode object) {
    return object.properties().stream().map(Map.Entry::getKey).toList();
  }

  private static JsonNode yaml(Path file) throws IOException {
    return new ObjectMapper().valueToTree(new Yaml().load(Files.readString(file)));
  }
}
