package io.brokerbench.rabbitmq.connect;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class OpenSocketsTest {

  private static final int MANY = 20_000;

  private final AtomicLong searched = new AtomicLong();
  private final OpenSockets sockets = new OpenSockets();

  /** A socket that is not connected and counts how often it is looked at. */
  private final class Counting extends Socket {

    @Override
    public boolean isClosed() {
      searched.incrementAndGet();
      return super.isClosed();
    }
  }

  @Test
  void manyConnectionsAreNotSearchedWithEachNewOne() {
    for (int i = 0; i < MANY; i++) {
      sockets.add(new Counting());
    }
    assertThat(searched.get()).isLessThan(3 * MANY);
    assertThat(sockets.size()).isEqualTo(MANY);
  }

  @Test
  void closedOnesAreForgottenAndTheOthersAreClosedAtTheEnd() throws Exception {
    List<Socket> open = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      Socket socket = new Socket();
      sockets.add(socket);
      if (i % 100 == 0) {
        open.add(socket);
      } else {
        socket.close();
      }
    }
    assertThat(sockets.size()).isLessThan(MANY / 10);
    sockets.close();
    assertThat(open).allMatch(Socket::isClosed);
  }
}
