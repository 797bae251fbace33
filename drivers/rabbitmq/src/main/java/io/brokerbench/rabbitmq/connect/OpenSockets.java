package io.brokerbench.rabbitmq.connect;

import java.io.IOException;
import java.net.Socket;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * The sockets of all connections. A connection keeps its own as long as its thread reads, so one
 * that nothing else refers to is forgotten. Thread-safe.
 */
final class OpenSockets {

  private final Set<Socket> sockets =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  void add(Socket socket) {
    sockets.add(socket);
  }

  /** Number of sockets that are not forgotten. */
  int size() {
    return sockets.size();
  }

  void close() {
    for (Socket socket : List.copyOf(sockets)) {
      try {
        socket.close();
      } catch (IOException e) {
        // The socket is closed already.
      }
    }
  }
}
