package io.brokerbench.driver.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The times of a single server, in exact numbers. */
final class MemoryServerTest {

  private static final long MICRO = 1_000;
  private static final long SECOND = 1_000_000_000;

  @Test
  void whatComesFasterThanItIsServedWaitsForAllThatCameBefore() {
    MemoryServer server = new MemoryServer(2000);
    long servedInTenSeconds = 0;
    for (int i = 0; i < 30_000; i++) {
      long arrival = i * SECOND / 3000;
      long end = server.serve(arrival, 1);
      assertThat(end).isEqualTo((i + 1L) * 500 * MICRO);
      servedInTenSeconds += end <= 10 * SECOND ? 1 : 0;
    }
    assertThat(servedInTenSeconds).isEqualTo(20_000);
  }

  @Test
  void whatComesSlowerIsServedWhenItComes() {
    MemoryServer server = new MemoryServer(2000);
    for (long i = 0; i < 1000; i++) {
      assertThat(server.serve(i * 501 * MICRO, 1)).isEqualTo(i * 501 * MICRO + 500 * MICRO);
    }
  }

  @Test
  void itDoesNotMakeUpForTheTimeInWhichItWasIdle() {
    MemoryServer server = new MemoryServer(1000);
    assertThat(server.serve(0, 1)).isEqualTo(1000 * MICRO);
    assertThat(server.serve(SECOND, 1)).isEqualTo(SECOND + 1000 * MICRO);
    assertThat(server.serve(SECOND, 1)).isEqualTo(SECOND + 2000 * MICRO);
  }

  @Test
  void fractionsOfANanosecondDoNotAddUp() {
    MemoryServer server = new MemoryServer(3_000_000);
    long end = 0;
    for (int i = 0; i < 3_000_000; i++) {
      end = server.serve(0, 1);
    }
    assertThat(end).isEqualTo(SECOND);
  }

  @Test
  void aRequestTakesAsLongAsItHasMessages() {
    MemoryServer server = new MemoryServer(1000);
    assertThat(server.serve(0, 7)).isEqualTo(7000 * MICRO);
    assertThat(server.serve(0, 1)).isEqualTo(8000 * MICRO);
  }

  @Test
  void withoutARateItTakesNoTime() {
    MemoryServer server = new MemoryServer(0);
    assertThat(server.serve(5, 100)).isEqualTo(5);
    assertThat(server.serve(3, 1)).isEqualTo(3);
  }
}
