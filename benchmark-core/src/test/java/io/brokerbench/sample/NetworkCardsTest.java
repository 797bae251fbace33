package io.brokerbench.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
}
