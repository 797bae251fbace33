package io.brokerbench.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class NetworkCardsTest {

  private final Path card;

  NetworkCardsTest(@TempDir Path directory) {
    this.card = directory;
  }

  private void speed(String megabits) throws IOException {
    Files.writeString(card.resolve("speed"), megabits + "\n");
  }

  @Test
  void aMegabitIsAMillionBits() throws IOException {
    Files.createDirectory(card.resolve("device"));
    speed("1000");
    assertThat(NetworkCards.bitsPerSecond(card)).isEqualTo(1_000_000_000);
    speed("400000");
    assertThat(NetworkCards.bitsPerSecond(card)).isEqualTo(400_000_000_000L);
  }

  @Test
  void aCardWithoutKnownSpeedHasNone() throws IOException {
    Files.createDirectory(card.resolve("device"));
    assertThat(NetworkCards.bitsPerSecond(card)).isZero();
    speed("-1");
    assertThat(NetworkCards.bitsPerSecond(card)).isZero();
    speed("4294967295");
    assertThat(NetworkCards.bitsPerSecond(card)).isZero();
  }

  /** A virtual interface of a container says 10,000, whatever it can do. */
  @Test
  void anInterfaceWithoutACardHasNone() throws IOException {
    speed("10000");
    assertThat(NetworkCards.bitsPerSecond(card)).isZero();
  }

  @Test
  void bytesAreThoseReceivedAndSent() throws IOException {
    Path counters = card.resolve("dev");
    Files.writeString(
        counters,
        """
        Inter-|   Receive                                                |  Transmit
         face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs
            lo: 208851331968 272531183 0 0 0 0 0 0 208851331969 272531183 0 0 0 0 0 0
        eth0:1:1138538469   46143    0    0    0     0          0         0  3752656   34811 0 0
        """);
    assertThat(NetworkCards.counters(counters))
        .containsOnly(
            Map.entry("lo", new NetworkCards.Counters(208_851_331_968L, 208_851_331_969L)),
            Map.entry("eth0:1", new NetworkCards.Counters(1_138_538_469, 3_752_656)));
    assertThat(NetworkCards.counters(card.resolve("none"))).isEmpty();
  }
}
