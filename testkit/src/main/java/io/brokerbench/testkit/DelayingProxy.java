package io.brokerbench.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Forwards connections to a server on loopback, and delays what the server sends. */
public final class DelayingProxy implements AutoCloseable {

  private static final int CHUNK_BYTES = 64 * 1024;

  private final ServerSocket listener;
  private final int target;
  private final long delayNanos;
  private final boolean loses;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();

  /** Bytes that are due at a time of {@link System#nanoTime}; none at the end of the stream. */
  private record Chunk(long dueNanos, ByteBuffer bytes) {}

  private DelayingProxy(ServerSocket listener, int target, Duration delay, boolean loses) {
    this.listener = listener;
    this.target = target;
    this.delayNanos = delay.toNanos();
    this.loses = loses;
  }

  /** Listens on a free port of loopback; what the server has sent arrives, even after its end. */
  public static DelayingProxy of(int target, Duration delay) throws IOException {
    ServerSocket listener = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
    return started(new DelayingProxy(listener, target, delay, false));
  }

  /**
   * Listens on the server's port at another address of this machine. What is on its way when the
   * server closes a connection is lost, as with the machine of a server.
   */
  public static DelayingProxy losing(String address, int target, Duration delay)
      throws IOException {
    ServerSocket listener = new ServerSocket(target, 0, InetAddress.getByName(address));
    return started(new DelayingProxy(listener, target, delay, true));
  }

  private static DelayingProxy started(DelayingProxy proxy) {
    start(proxy::accept);
    return proxy;
  }

  public int port() {
    return listener.getLocalPort();
  }

  /** Whether a client has connected. */
  public boolean isUsed() {
    return !sockets.isEmpty();
  }

  /** An action that ends with its connection. */
  private interface Forwarding {
    void run() throws IOException, InterruptedException;
  }

  private static void start(Forwarding action) {
    Thread thread =
        new Thread(
            () -> {
              try {
                action.run();
              } catch (IOException | InterruptedException e) {
                // The connection or the proxy was closed.
              }
            },
            "delaying-proxy");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() throws IOException {
    while (true) {
      Socket client = listener.accept();
      sockets.add(client);
      start(() -> forward(client));
    }
  }

  private void forward(Socket client) throws IOException {
    Socket server;
    try {
      server = new Socket(InetAddress.getLoopbackAddress(), target);
    } catch (IOException e) {
      client.close();
      throw e;
    }
    sockets.add(server);
    client.setTcpNoDelay(true);
    server.setTcpNoDelay(true);
    BlockingQueue<Chunk> delayed = new LinkedBlockingQueue<>();
    start(() -> readAll(server, delayed, client));
    start(() -> write(delayed, client));
    client.getInputStream().transferTo(server.getOutputStream());
    server.shutdownOutput();
  }

  private void readAll(Socket server, BlockingQueue<Chunk> to, Socket client) throws IOException {
    try {
      read(server.getInputStream(), to);
    } finally {
      if (loses) {
        client.close();
      }
    }
  }

  private void read(InputStream from, BlockingQueue<Chunk> to) throws IOException {
    byte[] buffer = new byte[CHUNK_BYTES];
    int length = 0;
    while (length >= 0) {
      length = from.read(buffer);
      to.add(
          new Chunk(
              System.nanoTime() + delayNanos,
              ByteBuffer.wrap(Arrays.copyOf(buffer, Math.max(0, length)))));
    }
  }

  private static void write(BlockingQueue<Chunk> from, Socket to)
      throws IOException, InterruptedException {
    WritableByteChannel out = Channels.newChannel(to.getOutputStream());
    Chunk chunk = from.take();
    while (chunk.bytes().hasRemaining()) {
      TimeUnit.NANOSECONDS.sleep(chunk.dueNanos() - System.nanoTime());
      out.write(chunk.bytes());
      chunk = from.take();
    }
    to.shutdownOutput();
  }

  @Override
  public void close() {
    try {
      listener.close();
      for (Socket socket : sockets) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
