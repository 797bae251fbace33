package io.brokerbench.it;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

/** TLS with any certificate in front of a real broker, to which it passes all bytes. */
final class TlsFront implements AutoCloseable {

  private static final int WAITING = 50;

  private final SSLServerSocket listener;
  private final int broker;
  private final List<Socket> open = new CopyOnWriteArrayList<>();
  private final AtomicInteger accepted = new AtomicInteger();
  private final AtomicInteger passed = new AtomicInteger();

  private TlsFront(SSLServerSocket listener, int broker) {
    this.listener = listener;
    this.broker = broker;
  }

  /**
   * Listens on a free port of loopback.
   *
   * @param address of the broker on loopback, {@code host:port}
   */
  static TlsFront of(SSLContext tls, String address) throws IOException {
    TlsFront front =
        new TlsFront(
            (SSLServerSocket)
                tls.getServerSocketFactory()
                    .createServerSocket(0, WAITING, InetAddress.getLoopbackAddress()),
            Integer.parseInt(address.substring(address.lastIndexOf(':') + 1)));
    run(front::accept);
    return front;
  }

  /** Number of connections so far. */
  int accepted() {
    return accepted.get();
  }

  /** Number of connections on which a client has sent anything but its part of the handshake. */
  int passed() {
    return passed.get();
  }

  String address() {
    return "127.0.0.1:" + listener.getLocalPort();
  }

  private static void run(Runnable task) {
    Thread thread = new Thread(task, "tls-front");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        SSLSocket client = (SSLSocket) listener.accept();
        open.add(client);
        accepted.incrementAndGet();
        run(() -> serve(client));
      } catch (IOException e) {
        // The listener is closed, which ends the loop.
      }
    }
  }

  /** Passes nothing on unless the client accepts the certificate. */
  private void serve(SSLSocket client) {
    try {
      client.startHandshake();
      // With TLS 1.3 a client rejects a certificate after the server's side of the handshake.
      int first = client.getInputStream().read();
      if (first < 0) {
        return;
      }
      passed.incrementAndGet();
      Socket server = new Socket(InetAddress.getLoopbackAddress(), broker);
      open.add(server);
      server.getOutputStream().write(first);
      run(() -> pass(server, client));
      pass(client, server);
    } catch (IOException e) {
      // The client reports the failure.
    }
  }

  private static void pass(Socket from, Socket to) {
    try (from;
        to;
        InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream()) {
      in.transferTo(out);
    } catch (IOException e) {
      // One side closed the connection.
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket socket : open) {
      socket.close();
    }
  }
}
