package io.brokerbench.cluster.rocketmq;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.regex.Pattern;

/**
 * The brokers registered at a name server on this machine, read by one request of RocketMQ's
 * protocol: module clusters has no client library on its class path.
 *
 * @param port the port of the name server
 */
record NameServerQuery(int port) {

  private static final int ANSWER_MILLIS = 2_000;
  private static final int LONGEST_ANSWER = 1 << 20;

  /** GET_BROKER_CLUSTER_INFO; the body of the answer is JSON, except for numbers as keys. */
  private static final byte[] REQUEST =
      ("{\"code\":106,\"flag\":0,\"language\":\"JAVA\",\"opaque\":1,"
              + "\"serializeTypeCurrentRPC\":\"JSON\",\"version\":0}")
          .getBytes(UTF_8);

  /** The addresses of a broker by ID; the ID of the master is 0. */
  private static final Pattern MASTER =
      Pattern.compile("\"brokerAddrs\":\\{[^}]*?(?<![0-9])\"?0\"?:\"");

  /** Whether a master is registered; false if the name server does not answer. */
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
