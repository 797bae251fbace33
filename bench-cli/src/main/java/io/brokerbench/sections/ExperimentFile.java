package io.brokerbench.sections;

import io.brokerbench.find.FindPlan;
import io.brokerbench.matrix.Matrix;
import io.brokerbench.matrix.Reference;
import io.brokerbench.workload.SettingsException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.yaml.snakeyaml.nodes.Node;

/**
 * The parts of a workload file that are no settings.
 *
 * @param tool the command that runs it
 * @param matrix what it is run with
 * @param find where the highest sustainable rate is searched for, and what sustainable means
 * @param reference published figures, if there are any
 */
public record ExperimentFile(
    String tool, Matrix matrix, FindPlan find, Optional<Reference> reference) {

  /**
   * Reads them. The settings are for the tool to read.
   *
   * @throws SettingsException with every problem there is, a line each
   */
  public static ExperimentFile read(Path path) throws SettingsException {
    NodeReader reader = new NodeReader(path);
    Map<String, Node> root = reader.entries(reader.root());
    Node tool = root.get("tool");
    ExperimentFile file =
        new ExperimentFile(
            tool == null ? "producer" : reader.text(tool, "tool"),
            MatrixSection.read(reader, root.get("matrix")),
            FindSection.read(reader, root.get("find")),
            Optional.ofNullable(root.get("reference"))
                .map(node -> ReferenceSection.read(reader, node)));
    if (!reader.problems().isEmpty()) {
      throw new SettingsException(reader.problems());
    }
    return file;
  }
}
