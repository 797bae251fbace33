package io.brokerbench.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CheckupJsonTest {

  private final Path file;

  CheckupJsonTest(@TempDir Path directory) {
    this.file = directory.resolve("doctor.json");
  }

  @Test
  void whatIsWrittenIsRead() throws IOException {
    CheckupJson.write(Sample.CHECKUP, file);
    assertThat(CheckupJson.ceilings(file)).isEqualTo(Sample.CEILINGS);
  }

  @Test
  void namesTellUnits() throws IOException {
    CheckupJson.write(Sample.CHECKUP, file);
    JsonNode json = new ObjectMapper().readTree(file.toFile());
    assertThat(json.path("schemaVersion").asInt()).isEqualTo(1);
    assertThat(json.path("at").asText()).isEqualTo("1970-01-01T00:00:00Z");
    assertThat(json.path("directory").asText()).isEqualTo("/data");
    assertThat(json.at("/host/memoryBytes").asLong()).isEqualTo(8L << 30);
    assertThat(json.at("/ceilings/fsync/perSecond").asDouble()).isEqualTo(400);
    assertThat(json.at("/ceilings/fsync/latency/p99Nanos").asLong()).isEqualTo(3_100_000);
    assertThat(json.at("/ceilings/loopbackStream/bytesPerSecond").asDouble()).isEqualTo(1L << 31);
    assertThat(json.at("/findings/1/concern").asText()).isEqualTo("needed for containers");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"schemaVersion\" : 1|\"schemaVersion\" : 2|schemaVersion must be 1, got 2",
        "\"schemaVersion\" : 1|\"version\" : 1|schemaVersion must be 1, got ",
        "\"timer\"|\"tamer\"|is not what doctor writes",
        "\"perSecond\" : 400.0|\"perSecond\" : null|is not what doctor writes",
        "\"perSecond\" : 400.0|\"perSecond\" : \"much\"|is not what doctor writes",
        "\"ceilings\" : {|\"ceilings\" : [|is not what doctor writes"
      })
  void whatIsNotOursIsRefusedInOneLine(String ours, String theirs, String message)
      throws IOException {
    CheckupJson.write(Sample.CHECKUP, file);
    String text = Files.readString(file);
    assertThat(text).contains(ours);
    Files.writeString(file, text.replace(ours, theirs));
    assertThatThrownBy(() -> CheckupJson.ceilings(file))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(file + ": " + message)
        .hasMessageNotContaining("\n");
  }
}
