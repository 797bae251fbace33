package io.brokerbench.rabbitmq.connect;

import java.io.IOException;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The sockets of all connections, of which closed ones are forgotten now and then: a search for
 * them with each new connection would delay the connections of many clients. Thread-safe.
 */
final class OpenSockets {

  private static final int FEW = 1_000;

  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final AtomicInteger nextSearch = new AtomicInteger(FEW);

  void add(Socket socket) {
    sockets.add(socket);
    int size = sockets.size();
    int limit = nextSearch.get();
    if (size >= limit && nextSearch.compareAndSet(limit, Integer.MAX_VALUE)) {
      sockets.removeIf(Socket::isClosed);
      nextSearch.set(Math.max(FEW, 2 * sockets.size()));
    }
  }

  /** Number of sockets that are not forgotten. */
  int size() {
    return sockets.size();
  }

  void close() {
    for (Socket socket : sockets) {
      try {
        socket.close();
      } catch (IOException e) {
        // The socket is closed already.
      }
    }
  }
}
