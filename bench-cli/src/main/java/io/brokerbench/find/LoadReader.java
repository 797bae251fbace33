package io.brokerbench.find;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.brokerbench.stored.BadInputException;
import io.brokerbench.stored.RunReader;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.workload.Quantities;
import java.io.IOException;
import java.util.SortedMap;

/** Reads what a run's brokers bore out of its result directory. */
final class LoadReader {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private LoadReader() {}

  static Findings.Load read(StoredRun run) throws BadInputException {
    JsonNode json;
    try {
      json = MAPPER.readTree(run.directory().resolve(RunReader.FILE).toFile());
    } catch (IOException e) {
      throw new BadInputException("%s cannot be read: %s".formatted(run.directory(), e));
    }
    JsonNode brokers = json.at("/environment/broker/brokers");
    long slaves =
        brokers
            .valueStream()
            .filter(broker -> broker.path("role").asText().equals("SLAVE"))
            .count();
    // A broker without roles, such as the one in memory, is a master.
    int masters = Math.max(1, brokers.size() - (int) slaves);
    SortedMap<String, String> settings = run.settings();
    boolean consumed = !settings.getOrDefault("consume.threads", "0").equals("0");
    return new Findings.Load(
        Quantities.bytes(settings.getOrDefault("message.size", "0")),
        masters,
        (int) slaves / masters,
        consumed ? Integer.parseInt(settings.getOrDefault("consume.groups", "1")) : 0);
  }
}
