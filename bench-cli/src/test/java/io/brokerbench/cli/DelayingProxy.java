package io.brokerbench.cli;

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
final class DelayingProxy implements AutoCloseable {

  private static final int CHUNK_BYTES = 64 * 1024;

  private final ServerSocket listener;
  private final int target;
  private final long delayNanos;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();

  /** Bytes that are due at a time of {@link System#nanoTime}; none at the end of the stream. */
  private record Chunk(long dueNanos, ByteBuffer bytes) {}

  DelayingProxy(int target, Duration delay) throws IOException {
    this.listener = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
    this.target = target;
    this.delayNanos = delay.toNanos();
    start(this::accept);
  }

  int port() {
    return listener.getLocalPort();
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
      Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
      for (Socket socket : List.of(client, server)) {
        socket.setTcpNoDelay(true);
        sockets.add(socket);
      }
      BlockingQueue<Chunk> delayed = new LinkedBlockingQueue<>();
      start(
          () -> {
            client.getInputStream().transferTo(server.getOutputStream());
            server.shutdownOutput();
          });
      start(() -> read(server.getInputStream(), delayed));
      start(() -> write(delayed, client));
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
