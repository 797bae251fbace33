package io.brokerbench.cluster.rocketmq;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.regex.Pattern;

/**
 * What a name server on this machine knows of brokers, in one request of RocketMQ's own protocol:
 * clusters have no client library on their class path.
 *
 * @param port the name server's
 */
record Registry(int port) {

  private static final int ANSWER_MILLIS = 2_000;
  private static final int LONGEST_ANSWER = 1 << 20;

  /** GET_BROKER_CLUSTER_INFO; the answer's body is JSON, but for numbers as keys. */
  private static final byte[] REQUEST =
      ("{\"code\":106,\"flag\":0,\"language\":\"JAVA\",\"opaque\":1,"
              + "\"serializeTypeCurrentRPC\":\"JSON\",\"version\":0}")
          .getBytes(UTF_8);

  /** A broker's addresses by id, of which 0 is the master's. */
  private static final Pattern MASTER =
      Pattern.compile("\"brokerAddrs\":\\{[^}]*?(?<![0-9])\"?0\"?:\"");

  /** Whether there is a master among them; false if nobody answers. */
  boolean hasMaster() {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(ANSWER_MILLIS);
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      out.writeInt(Integer.BYTES + REQUEST.length);
      out.writeInt(REQUEST.length);
      out.write(REQUEST);
      out.flush();
      DataInputStream in = new DataInputStream(socket.getInputStream());
      int length = in.readInt();
      return length > 0
          && length < LONGEST_ANSWER
          && MASTER.matcher(new String(in.readNBytes(length), UTF_8)).find();
    } catch (IOException e) {
      return false;
    }
  }
}
