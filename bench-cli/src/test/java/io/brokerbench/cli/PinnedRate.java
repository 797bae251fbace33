package io.brokerbench.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.brokerbench.results.RunResult;
import io.brokerbench.run.RunListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Gives each result the rate in a system property, if it is set: on a busy machine it varies. */
public final class PinnedRate implements RunListener {

  static final String PROPERTY = "brokerbench.test.rate";

  @Override
  public void ended(RunResult result, Path directory) {
    double rate = Double.parseDouble(System.getProperty(PROPERTY, "0"));
    if (rate == 0) {
      return;
    }
    try {
      ObjectMapper mapper = new ObjectMapper();
      Path file = directory.resolve("run.json");
      ObjectNode json = (ObjectNode) mapper.readTree(file.toFile());
      ObjectNode throughput = json.withObject("/throughput");
      for (String each : new String[] {"ackedPerSecond", "receivedPerSecond"}) {
        if (throughput.path(each).isNumber()) {
          throughput.put(each, rate);
        }
      }
      Files.writeString(file, json.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
