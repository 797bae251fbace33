package io.brokerbench.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ConfirmsTest {

  private final Confirms confirms = new Confirms(4);
  private final List<String> told = new ArrayList<>();

  private void expect(long number) {
    confirms.expect(number, (outcome, kind) -> told.add(number + " " + outcome + " " + kind));
  }

  @Test
  void oneOrAllUpToANumberAreConfirmed() {
    for (long number = 1; number <= 4; number++) {
      expect(number);
    }
    confirms.handleAck(2, false);
    confirms.handleAck(3, true);
    assertThat(told).containsExactly("2 ACKED basic.ack", "1 ACKED basic.ack", "3 ACKED basic.ack");
    confirms.handleAck(3, true);
    confirms.handleNack(4, false);
    assertThat(told).hasSize(4).endsWith("4 REJECTED basic.nack");
  }

  @Test
  void numbersGoOnBeyondTheWindow() {
    for (long number = 1; number <= 100; number++) {
      expect(number);
      confirms.handleAck(number, number % 3 == 0);
    }
    assertThat(told).hasSize(100);
  }

  @Test
  void whatCameBackIsRejectedWhenItIsConfirmed() {
    expect(1);
    expect(2);
    confirms.returned(1, "NO_ROUTE");
    assertThat(told).isEmpty();
    confirms.handleAck(2, true);
    assertThat(told).containsExactly("1 REJECTED NO_ROUTE", "2 ACKED basic.ack");
  }

  @Test
  void whatNobodyWillConfirmIsUnknown() {
    expect(1);
    expect(2);
    confirms.handleAck(1, false);
    confirms.abandon();
    confirms.abandon();
    assertThat(told).containsExactly("1 ACKED basic.ack", "2 UNKNOWN client-connection-lost");
  }
}
