package io.brokerbench.workload;

import io.brokerbench.units.Causes;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.Tag;

/** A YAML file as nodes, which know their lines. */
public final class YamlFile {

  private static final String NOT_YAML = "no proper YAML: ";

  private YamlFile() {}

  /**
   * The root of a file.
   *
   * @throws SettingsException if the file cannot be read, is not YAML or is empty; one line
   */
  public static Node root(Path file) throws SettingsException {
    try {
      Node root = root(new StringReader(TextFile.read(file)), file.toString());
      if (root == null || holdsNothing(root)) {
        throw problem(file.toString(), "holds no settings");
      }
      return root;
    } catch (IOException e) {
      throw problem(file.toString(), String.valueOf(e.getMessage()));
    }
  }

  /**
   * The root of a text; null if the text is empty.
   *
   * @param name of the text, for messages
   * @throws SettingsException if the text is not YAML; one line
   */
  static @Nullable Node root(Reader text, String name) throws SettingsException {
    try {
      return new Yaml(new LoaderOptions()).compose(text);
    } catch (MarkedYAMLException e) {
      int line = e.getProblemMark() == null ? 0 : e.getProblemMark().getLine() + 1;
      throw problem(name + ":" + line, NOT_YAML + e.getProblem());
    } catch (YAMLException e) {
      throw problem(name, NOT_YAML + Causes.line(e));
    }
  }

  /** Whether the root of a file is an empty mapping or YAML's null. */
  private static boolean holdsNothing(Node root) {
    return root instanceof MappingNode mapping
        ? mapping.getValue().isEmpty()
        : root.getTag().equals(Tag.NULL);
  }

  private static SettingsException problem(String place, String what) {
    return new SettingsException(List.of(Text.of("%s: %s", place, what)));
  }
}
