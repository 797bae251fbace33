package io.brokerbench.driver.created;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A line of a run's record: the run (first line), objects about to be created, or objects that are
 * gone.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record RecordLine(
    @Nullable Origin run,
    @Nullable List<CreatedObject> creating,
    @Nullable List<CreatedObject> gone) {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  /**
   * The run that creates the objects.
   *
   * @param id random number of the run
   * @param startedAt start of the run, ISO 8601
   * @param driver name of the driver
   * @param address of the cluster
   * @param pid process number of the run
   * @param scope see {@link CleaningDriver#scope}; null in older records
   */
  record Origin(
      String id,
      String startedAt,
      String driver,
      String address,
      long pid,
      @Nullable String scope) {}

  static RecordLine of(Origin run) {
    return new RecordLine(run, null, null);
  }

  static RecordLine creating(List<CreatedObject> objects) {
    return new RecordLine(null, objects, null);
  }

  static RecordLine gone(List<CreatedObject> objects) {
    return new RecordLine(null, null, objects);
  }

  String text() throws JsonProcessingException {
    return MAPPER.writeValueAsString(this) + "\n";
  }

  static RecordLine parse(String text) throws JsonProcessingException {
    return MAPPER.readValue(text, RecordLine.class);
  }
}
