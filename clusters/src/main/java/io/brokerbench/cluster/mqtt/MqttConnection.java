package io.brokerbench.cluster.mqtt;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.brokerbench.cluster.Certificate;
import io.brokerbench.cluster.mqtt.MqttSettings.Account;
import io.brokerbench.record.RandomId;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Optional;

/**
 * The subset of MQTT 3.1.1 that is needed to check whether a broker serves clients: one topic in
 * each direction, QoS 0, short packets.
 */
final class MqttConnection implements AutoCloseable {

  private static final int ANSWER_MILLIS = 2_000;
  private static final int CONNACK = 2;
  private static final int PUBLISH = 3;
  private static final int SUBACK = 9;

  private static final int UNAVAILABLE = 3;

  private static final int CLEAN_SESSION = 0x02;
  private static final int HAS_PASSWORD = 0x40;
  private static final int HAS_USER = 0x80;

  /** A CONNACK whose return code will not change. */
  static final class RefusedException extends IOException {

    private static final long serialVersionUID = 1;

    RefusedException(int code) {
      super("CONNACK return code " + code);
    }
  }

  private final Socket socket;
  private final DataInputStream in;
  private final DataOutputStream out;

  /**
   * Connects to a broker on this machine.
   *
   * @param certificate the certificate that the broker must present; empty without TLS
   * @throws RefusedException if the broker refuses the client, and always will
   * @throws IOException if the broker does not accept the client
   */
  MqttConnection(
      int port, Optional<Certificate> certificate, Optional<Account> account, String clientIdPrefix)
      throws IOException {
    socket = socket(certificate);
    try {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), ANSWER_MILLIS);
      socket.setSoTimeout(ANSWER_MILLIS);
      in = new DataInputStream(socket.getInputStream());
      out = new DataOutputStream(socket.getOutputStream());
      send(0x10, connect(account, clientIdPrefix));
      int code = await(CONNACK)[1];
      if (code == UNAVAILABLE) {
        throw new IOException("not available yet");
      }
      if (code != 0) {
        throw new RefusedException(code);
      }
    } catch (Throwable e) {
      socket.close();
      throw e;
    }
  }

  private static Socket socket(Optional<Certificate> certificate) throws IOException {
    return certificate.isPresent()
        ? certificate.get().trust().getSocketFactory().createSocket()
        : new Socket();
  }

  private static byte[] connect(Optional<Account> account, String clientIdPrefix)
      throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream packet = new DataOutputStream(bytes);
    packet.writeUTF("MQTT");
    packet.writeByte(4);
    packet.writeByte(CLEAN_SESSION | (account.isPresent() ? HAS_USER | HAS_PASSWORD : 0));
    packet.writeShort(60);
    packet.writeUTF(clientIdPrefix + RandomId.ofName());
    if (account.isPresent()) {
      packet.writeUTF(account.get().user());
      packet.writeUTF(account.get().password());
    }
    return bytes.toByteArray();
  }

  /** Subscribes and waits for the broker's acknowledgement. */
  void subscribe(String topic) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream packet = new DataOutputStream(bytes);
    packet.writeShort(1);
    packet.writeUTF(topic);
    packet.writeByte(0);
    send(0x82, bytes.toByteArray());
    await(SUBACK);
  }

  void publish(String topic, String body) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream packet = new DataOutputStream(bytes);
    packet.writeUTF(topic);
    packet.write(body.getBytes(UTF_8));
    send(0x30, bytes.toByteArray());
  }

  /** Waits for the next message and returns its topic, a space, and its body. */
  String receive(int timeoutMillis) throws IOException {
    socket.setSoTimeout(timeoutMillis);
    byte[] packet = await(PUBLISH);
    int topicLength = (Byte.toUnsignedInt(packet[0]) << 8) | Byte.toUnsignedInt(packet[1]);
    String text = new String(packet, 2, packet.length - 2, UTF_8);
    return text.substring(0, topicLength) + " " + text.substring(topicLength);
  }

  private void send(int header, byte[] packet) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(header);
    int length = packet.length;
    while (length > 127) {
      bytes.write((length & 127) | 128);
      length >>= 7;
    }
    bytes.write(length);
    bytes.write(packet);
    out.write(bytes.toByteArray());
    out.flush();
  }

  /** The content after the header of the next packet of this type; skips packets of other types. */
  private byte[] await(int type) throws IOException {
    while (true) {
      int header = in.readUnsignedByte();
      int length = 0;
      int shift = 0;
      int part;
      do {
        part = in.readUnsignedByte();
        length |= (part & 127) << shift;
        shift += 7;
      } while (part > 127);
      byte[] packet = new byte[length];
      in.readFully(packet);
      if (header >> 4 == type) {
        return packet;
      }
    }
  }

  /** Sends DISCONNECT; otherwise brokers log the loss of a client. */
  @Override
  public void close() throws IOException {
    try (socket) {
      send(0xe0, new byte[0]);
    }
  }
}
