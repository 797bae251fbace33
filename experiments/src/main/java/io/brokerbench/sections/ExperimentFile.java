package io.brokerbench.sections;

import io.brokerbench.find.FindPlan;
import io.brokerbench.matrix.Matrix;
import io.brokerbench.matrix.MatrixCell;
import io.brokerbench.plan.PlanRequest;
import io.brokerbench.published.Reference;
import io.brokerbench.workload.SettingsException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The parts of a workload file that are not settings.
 *
 * @param tool the command that runs it, unless the matrix has it as a factor
 * @param matrix the combinations of settings to run
 * @param find the search for the highest sustainable rate and its limits
 * @param plan the load to plan brokers for after a search, if there is one
 * @param reference published figures, if there are any
 * @param microbenchmarks that a night runs: regular expressions of the names of JMH's benchmarks
 */
public record ExperimentFile(
    String tool,
    Matrix matrix,
    FindPlan find,
    Optional<PlanRequest> plan,
    Optional<Reference> reference,
    List<String> microbenchmarks) {

  public ExperimentFile withTool(String other) {
    return new ExperimentFile(other, matrix, find, plan, reference, microbenchmarks);
  }

  /**
   * Reads these parts; the tool reads the settings.
   *
   * @throws SettingsException with all problems, one per line
   */
  public static ExperimentFile read(Path path) throws SettingsException {
    Section root = Section.of(path);
    Matrix matrix = MatrixSection.read(root.section("matrix"));
    if (root.has(MatrixCell.TOOL) && matrix.factors().containsKey(MatrixCell.TOOL)) {
      root.problem(MatrixCell.TOOL, "tool is a factor of the matrix; leave it out here");
    }
    ExperimentFile file =
        new ExperimentFile(
            root.read(MatrixCell.TOOL, Function.identity()).orElse("producer"),
            matrix,
            FindSection.read(root.section("find")),
            Optional.of(root.section("plan")).filter(Section::isGiven).map(PlanSection::read),
            Optional.of(root.section("reference"))
                .filter(Section::isGiven)
                .map(section -> new ReferenceSection(section, matrix.factors()).read()),
            root.texts("microbench"));
    if (!root.problems().isEmpty()) {
      throw new SettingsException(root.problems());
    }
    return file;
  }
}
