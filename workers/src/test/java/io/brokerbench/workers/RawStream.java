package io.brokerbench.workers;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.brokerbench.workers.protocol.WorkerProtocol;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** A stream to a controller, written frame by frame (RFC 9113) and without a library. */
public final class RawStream implements AutoCloseable {

  /** What ended the stream. */
  public enum End {
    STREAM,
    CONNECTION
  }

  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int RESET = 3;
  private static final int SETTINGS = 4;
  private static final int END_STREAM = 1;
  private static final int END_HEADERS = 4;

  private final Socket socket;
  private final DataOutputStream out;
  private final DataInputStream in;

  /** Opens a connection to a controller without TLS, and no stream. */
  public RawStream(int port) throws IOException {
    this(new Socket(InetAddress.getLoopbackAddress(), port));
  }

  private RawStream(Socket socket) throws IOException {
    this.socket = socket;
    socket.setSoTimeout(120_000);
    out = new DataOutputStream(socket.getOutputStream());
    in = new DataInputStream(socket.getInputStream());
    out.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(US_ASCII));
    frame(SETTINGS, 0, 0, new byte[0]);
  }

  /** The same to a controller with TLS. */
  public static RawStream secured(int port, SSLContext context) throws IOException {
    SSLSocket socket =
        (SSLSocket) context.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port);
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setApplicationProtocols(new String[] {"h2"});
    socket.setSSLParameters(parameters);
    return new RawStream(socket);
  }

  /** Opens the stream. */
  public void open() throws IOException {
    ByteArrayOutputStream headers = new ByteArrayOutputStream();
    header(headers, ":method", "POST");
    header(headers, ":scheme", "http");
    header(headers, ":path", "/" + WorkerProtocol.CONNECT.getFullMethodName());
    header(headers, ":authority", "controller");
    header(headers, "content-type", "application/grpc");
    header(headers, "te", "trailers");
    frame(HEADERS, END_HEADERS, 1, headers.toByteArray());
  }

  /** Sends the start of a message of this length. */
  public void startMessage(int length) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream message = new DataOutputStream(bytes);
    message.writeByte(0);
    message.writeInt(length);
    message.write(new byte[100]);
    frame(DATA, 0, 1, bytes.toByteArray());
  }

  /** Reads until the controller ends the stream or the connection. */
  public End end() throws IOException {
    try {
      while (true) {
        int lengthAndType = in.readInt();
        int flags = in.readUnsignedByte();
        int stream = in.readInt();
        in.skipNBytes(lengthAndType >>> 8);
        int type = lengthAndType & 0xFF;
        if (stream == 1 && (type == RESET || (type == HEADERS && (flags & END_STREAM) != 0))) {
          return End.STREAM;
        }
      }
    } catch (java.io.EOFException | SocketException | SSLException e) {
      return End.CONNECTION;
    }
  }

  private void frame(int type, int flags, int stream, byte[] payload) throws IOException {
    out.writeInt(payload.length << 8 | type);
    out.writeByte(flags);
    out.writeInt(stream);
    out.write(payload);
    out.flush();
  }

  /** A literal field without indexing and with a new name (RFC 7541, 6.2.2). */
  private static void header(ByteArrayOutputStream headers, String name, String value) {
    headers.write(0);
    headers.write(name.length());
    headers.writeBytes(name.getBytes(US_ASCII));
    headers.write(value.length());
    headers.writeBytes(value.getBytes(US_ASCII));
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
