package io.brokerbench.microbench.rocketmq;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;

/** Name server and broker of every topic, which stores nothing and keeps what was sent. */
final class Peer implements AutoCloseable {

  private static final int GET_ROUTE = 105;
  private static final Set<Integer> SENDS = Set.of(10, 310, 320);

  private final ServerSocket server = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final BlockingQueue<byte[]> sent = new LinkedBlockingQueue<>();

  Peer() throws IOException {
    threads.execute(this::accept);
  }

  String address() {
    return "127.0.0.1:" + server.getLocalPort();
  }

  /** The bytes of the next send, its length first. */
  byte[] nextSend() throws InterruptedException {
    byte[] frame = sent.poll(2, TimeUnit.MINUTES);
    if (frame == null) {
      throw new AssertionError("nothing was sent");
    }
    return frame;
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = server.accept();
        threads.execute(() -> serve(socket));
      }
    } catch (IOException e) {
      // Closed.
    }
  }

  private void serve(Socket socket) {
    try (socket;
        DataInputStream in = new DataInputStream(socket.getInputStream())) {
      while (true) {
        int length = in.readInt();
        byte[] content = in.readNBytes(length);
        RemotingCommand request = RemotingCommand.decode(ByteBuffer.wrap(content));
        if (SENDS.contains(request.getCode())) {
          sent.add(ByteBuffer.allocate(4 + length).putInt(length).put(content).array());
        }
        if (!request.isOnewayRPC()) {
          socket.getOutputStream().write(answer(request).encode().array());
        }
      }
    } catch (IOException e) {
      // The client has gone.
    } catch (Exception e) {
      throw new UncheckedIOException(new IOException(e));
    }
  }

  private RemotingCommand answer(RemotingCommand request) {
    RemotingCommand answer = RemotingCommand.createResponseCommand(0, null);
    answer.setOpaque(request.getOpaque());
    if (request.getCode() == GET_ROUTE) {
      answer.setBody(
          String.format(
                  Locale.ROOT,
                  """
          {"brokerDatas":[{"brokerAddrs":{"0":"%s"},"brokerName":"broker","cluster":"cluster"}],
          "queueDatas":[{"brokerName":"broker","perm":6,"readQueueNums":4,"writeQueueNums":4}]}
          """,
                  address())
              .getBytes(StandardCharsets.UTF_8));
    }
    answer.addExtField("msgId", "7F00000100002A9F0000000000000000");
    answer.addExtField("queueId", "0");
    answer.addExtField("queueOffset", "0");
    return answer;
  }

  @Override
  public void close() throws IOException {
    server.close();
    threads.shutdownNow();
  }
}
