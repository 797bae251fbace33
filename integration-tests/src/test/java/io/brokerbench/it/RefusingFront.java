package io.brokerbench.it;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.ResponseCode;

/**
 * A front of a RocketMQ broker that answers some requests itself, as a broker that does not permit
 * them to the account would. Everything else is the broker's own answer.
 */
final class RefusingFront implements AutoCloseable {

  /** The reason given. */
  static final String REASON = "no permission for this request";

  private final ServerSocket server;
  private final InetAddress broker;
  private final Set<Integer> refused;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  private RefusingFront(ServerSocket server, InetAddress broker, Set<Integer> refused) {
    this.server = server;
    this.broker = broker;
    this.refused = refused;
  }

  /**
   * Starts a front at another address and the same port.
   *
   * @param refused request codes
   */
  static RefusingFront of(String broker, String address, int port, Set<Integer> refused)
      throws IOException {
    ServerSocket server = new ServerSocket(port, 50, InetAddress.getByName(address));
    RefusingFront front = new RefusingFront(server, InetAddress.getByName(broker), refused);
    start(front::accept);
    return front;
  }

  private interface Task {
    void run() throws Exception;
  }

  private static void start(Task task) {
    Thread thread =
        new Thread(
            () -> {
              try {
                task.run();
              } catch (EOFException | SocketException e) {
                // Closed by either side.
              } catch (Exception e) {
                throw new AssertionError(e);
              }
            },
            "refusing-front");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() throws IOException {
    while (true) {
      Socket client = server.accept();
      Socket upstream = new Socket(broker, server.getLocalPort());
      open.add(client);
      open.add(upstream);
      start(() -> answers(upstream, client));
      start(() -> requests(client, upstream));
    }
  }

  private static void answers(Socket broker, Socket client) throws Exception {
    try (broker;
        client) {
      DataInputStream in = new DataInputStream(broker.getInputStream());
      while (true) {
        send(client, frame(in));
      }
    }
  }

  private void requests(Socket client, Socket broker) throws Exception {
    try (broker;
        client) {
      DataInputStream in = new DataInputStream(client.getInputStream());
      while (true) {
        byte[] frame = frame(in);
        RemotingCommand request = RemotingCommand.decode(ByteBuffer.wrap(frame));
        if (!refused.contains(request.getCode())) {
          send(broker, frame);
        } else if (!request.isOnewayRPC()) {
          RemotingCommand answer =
              RemotingCommand.createResponseCommand(ResponseCode.NO_PERMISSION, REASON);
          answer.setOpaque(request.getOpaque());
          ByteBuffer encoded = answer.encode();
          encoded.getInt();
          byte[] body = new byte[encoded.remaining()];
          encoded.get(body);
          send(client, body);
        }
      }
    }
  }

  private static byte[] frame(DataInputStream in) throws IOException {
    byte[] frame = new byte[in.readInt()];
    in.readFully(frame);
    return frame;
  }

  private static void send(Socket to, byte[] frame) throws IOException {
    OutputStream out = to.getOutputStream();
    synchronized (to) {
      out.write(ByteBuffer.allocate(4).putInt(frame.length).array());
      out.write(frame);
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket socket : open) {
      socket.close();
    }
  }
}
