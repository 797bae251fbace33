package io.brokerbench.rabbitmq.connect;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.rabbitmq.connect.Connections.OpenSockets;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class OpenSocketsTest {

  private static final int MANY = 1_000;
  private static final int MOST_COLLECTIONS = 1_000;

  private final OpenSockets sockets = new OpenSockets();

  @Test
  void thoseOfNoConnectionAreForgottenAndTheOthersAreClosedAtTheEnd() {
    List<Socket> open = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      sockets.add(new Socket());
      open.add(new Socket());
    }
    open.forEach(sockets::add);
    for (int i = 0; i < MOST_COLLECTIONS && sockets.size() > MANY; i++) {
      System.gc();
    }
    assertThat(sockets.size()).isEqualTo(MANY);
    sockets.close();
    assertThat(open).allMatch(Socket::isClosed);
  }
}
