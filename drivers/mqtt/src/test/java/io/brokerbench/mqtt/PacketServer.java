package io.brokerbench.mqtt;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;

/** The broker's side of a connection whose packets are shorter than 128 B. */
public final class PacketServer {

  public static final int CONNECT = 1;
  public static final int PUBLISH = 3;
  public static final int PUBREL = 6;
  public static final int SUBSCRIBE = 8;

  private PacketServer() {}

  /** The broker's answers. */
  public interface Answers {

    /**
     * Answers a packet.
     *
     * @param packet without its type and its length
     * @return whether the connection stays open
     */
    boolean answer(int type, byte[] packet, OutputStream out) throws IOException;
  }

  /** Answers each packet of a client, and closes the connection at the end. */
  public static void serve(Socket client, Answers answers) throws IOException {
    try (client;
        DataInputStream in = new DataInputStream(client.getInputStream())) {
      boolean stays = true;
      while (stays) {
        int type = in.readUnsignedByte() >> 4;
        byte[] packet = in.readNBytes(in.readUnsignedByte());
        stays = answers.answer(type, packet, client.getOutputStream());
      }
    }
  }

  /** Answers CONNECT with CONNACK. */
  public static void accept(OutputStream out) throws IOException {
    out.write(new byte[] {0x20, 2, 0, 0});
  }

  /**
   * Answers SUBSCRIBE, of one filter, with SUBACK.
   *
   * @param code the granted QoS, or a failure
   */
  public static void subscribed(byte[] packet, int code, OutputStream out) throws IOException {
    out.write(new byte[] {(byte) 0x90, 3, packet[0], packet[1], (byte) code});
  }
}
