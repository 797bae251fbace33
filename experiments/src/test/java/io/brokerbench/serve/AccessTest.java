package io.brokerbench.serve;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class AccessTest {

  @Test
  void theHostMayLackThePortThatBrowsersLeaveOut() {
    assertThat(Access.ofNewToken(8080).hosts())
        .containsExactlyInAnyOrder("127.0.0.1:8080", "localhost:8080");
    assertThat(Access.ofNewToken(80).hosts())
        .containsExactlyInAnyOrder("127.0.0.1:80", "127.0.0.1", "localhost:80", "localhost");
  }
}
