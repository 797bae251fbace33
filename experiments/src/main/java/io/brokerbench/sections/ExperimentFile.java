package io.brokerbench.sections;

import io.brokerbench.find.FindPlan;
import io.brokerbench.matrix.Matrix;
import io.brokerbench.matrix.MatrixCell;
import io.brokerbench.plan.PlanRequest;
import io.brokerbench.published.Reference;
import io.brokerbench.workload.SettingsException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.yaml.snakeyaml.nodes.Node;

/**
 * The parts of a workload file that are not settings.
 *
 * @param tool the command that runs it, unless the matrix has it as a factor
 * @param matrix the combinations of settings to run
 * @param find the search for the highest sustainable rate and its limits
 * @param plan the load to plan brokers for after a search, if there is one
 * @param reference published figures, if there are any
 */
public record ExperimentFile(
    String tool,
    Matrix matrix,
    FindPlan find,
    Optional<PlanRequest> plan,
    Optional<Reference> reference) {

  public ExperimentFile withTool(String other) {
    return new ExperimentFile(other, matrix, find, plan, reference);
  }

  /**
   * Reads these parts; the tool reads the settings.
   *
   * @throws SettingsException with all problems, one per line
   */
  public static ExperimentFile read(Path path) throws SettingsException {
    YamlNodeReader reader = new YamlNodeReader(path);
    Map<String, Node> root = reader.entries(reader.root());
    Node tool = root.get("tool");
    Matrix matrix = MatrixSection.read(reader, root.get("matrix"));
    if (tool != null && matrix.factors().containsKey(MatrixCell.TOOL)) {
      reader.problem(tool, "tool is a factor of the matrix; leave it out here");
    }
    ExperimentFile file =
        new ExperimentFile(
            tool == null ? "producer" : reader.text(tool, "tool"),
            matrix,
            new FindSection(reader).read(root.get("find")),
            Optional.ofNullable(root.get("plan")).map(node -> PlanSection.read(reader, node)),
            Optional.ofNullable(root.get("reference"))
                .map(node -> new ReferenceSection(reader, matrix.factors()).read(node)));
    if (!reader.problems().isEmpty()) {
      throw new SettingsException(reader.problems());
    }
    return file;
  }
}
