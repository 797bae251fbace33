package io.brokerbench.mqtt.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class MqttCountsTest {

  private final Told a = new Told();
  private final Told b = new Told();

  @Test
  void whatBrokersTookBeforeIsNotCounted() throws Exception {
    a.received = 5;
    MqttCounts counts = new MqttCounts(List.of(a, b), Map.of(), 1, false);
    a.received += 3;
    b.received += 4;
    assertThat(counts.taken()).hasValue(7);
  }

  @Test
  void acrossABridgeEachMessageIsTakenTwice() throws Exception {
    MqttCounts counts = new MqttCounts(List.of(a, b), Map.of(), 2, false);
    a.received = 10;
    b.received = 10;
    assertThat(counts.taken()).hasValue(10);
    b.received = 9;
    assertThat(counts.taken()).hasValue(9);
  }

  @Test
  void whatNobodyKnowsIsNotTold() throws Exception {
    assertThat(new MqttCounts(List.of(a), Map.of(), 0, false).taken()).isEmpty();
    assertThat(new MqttCounts(List.of(), Map.of(), 1, false).taken()).isEmpty();
    MqttCounts counts = new MqttCounts(List.of(a, b), Map.of(), 1, false);
    b.tells = false;
    assertThat(counts.taken()).isEmpty();
  }

  @Test
  void figuresOfAllBrokersAreOne() throws Exception {
    a.received = 2;
    b.received = 3;
    assertThat(new MqttCounts(List.of(a, b), Map.of("lost", () -> 1), 1, false).figures())
        .isEqualTo(Map.of(CountSource.RECEIVED, 5L, "lost", 1L));
  }

  @Test
  void answersOfAllBrokersAreReadingsOfTheirFigures() {
    MqttCounts counts = new MqttCounts(List.of(a, b), Map.of("lost", () -> 1), 1, false);
    assertThat(counts.readings(CountSource.RECEIVED)).isEmpty();
    a.readings = OptionalLong.of(3);
    b.readings = OptionalLong.of(4);
    assertThat(counts.readings(CountSource.RECEIVED)).hasValue(7);
    // Figures of the driver's connections are always current.
    assertThat(counts.readings("lost")).isEmpty();
  }

  private static final class Told implements CountSource {

    long received;
    boolean tells = true;
    OptionalLong readings = OptionalLong.empty();

    @Override
    public Map<String, Long> last() {
      return tells ? Map.of(RECEIVED, received) : Map.of();
    }

    @Override
    public OptionalLong readings() {
      return readings;
    }

    @Override
    public Map<String, Long> settled() {
      return last();
    }

    @Override
    public void close() {}
  }
}
