package io.brokerbench.junit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.brokerbench.results.RunFile;
import io.brokerbench.stored.StoredRun;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Results of runs, made of a real one by changes of its file. */
final class ChangedRun {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final ObjectNode json;

  ChangedRun(StoredRun run) {
    this.json = RunFile.tree(run.result()).deepCopy();
  }

  /** Sets a field, such as {@code throughput.ackedPerSecond}. */
  ChangedRun with(String field, @Nullable Object value) {
    int dot = field.lastIndexOf('.');
    JsonNode parent = dot < 0 ? json : json.at("/" + field.substring(0, dot).replace('.', '/'));
    ((ObjectNode) parent).set(field.substring(dot + 1), MAPPER.valueToTree(value));
    return this;
  }

  /** Writes the result directory, which is created. */
  StoredRun in(Path directory) throws Exception {
    Files.createDirectories(directory);
    MAPPER.writeValue(directory.resolve(RunFile.NAME).toFile(), json);
    return StoredRun.read(directory);
  }
}
