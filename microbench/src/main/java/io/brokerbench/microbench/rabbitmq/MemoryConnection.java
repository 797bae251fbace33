package io.brokerbench.microbench.rabbitmq;

import com.rabbitmq.client.Command;
import com.rabbitmq.client.impl.AMQChannel;
import com.rabbitmq.client.impl.AMQCommand;
import com.rabbitmq.client.impl.AMQConnection;
import com.rabbitmq.client.impl.ConnectionParams;
import com.rabbitmq.client.impl.Frame;
import com.rabbitmq.client.impl.SocketFrameHandler;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.util.Map;

/**
 * A connection of the client with one channel that is never opened: sent bytes are kept in memory,
 * received bytes are supplied by the caller. Not thread-safe.
 */
final class MemoryConnection {

  /** The default that client and broker negotiate, in bytes. */
  private static final int FRAME_MAX = 131_072;

  private final MemorySocket socket;
  private final SocketFrameHandler frames;
  private final Channel channel;

  /** Creates a connection that receives these bytes, once for each {@link #receive}. */
  MemoryConnection(byte[] received) {
    this.socket = new MemorySocket(received);
    try {
      this.frames = new SocketFrameHandler(socket);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    this.channel = new Channel(new Connection(frames));
  }

  /** Sends a command through the client, which writes its frames and flushes. */
  ByteArrayOutputStream send(AMQCommand command) throws IOException {
    socket.sent.reset();
    command.transmit(channel);
    return socket.sent;
  }

  /** Reads frames until a command is complete. */
  AMQCommand receive() throws IOException {
    socket.received.reset();
    AMQCommand command = new AMQCommand();
    while (!command.handleFrame(frames.readFrame())) {
      // The command has more frames.
    }
    return command;
  }

  private static final class Connection extends AMQConnection {
    private final SocketFrameHandler frames;

    Connection(SocketFrameHandler frames) {
      super(params(), frames);
      this.frames = frames;
    }

    /** Omits the clock reading that an open connection uses for its heartbeats. */
    @Override
    public void writeFrame(Frame frame) throws IOException {
      frames.writeFrame(frame);
    }

    private static ConnectionParams params() {
      ConnectionParams params = new ConnectionParams();
      params.setClientProperties(Map.of());
      return params;
    }

    @Override
    public int getFrameMax() {
      return FRAME_MAX;
    }
  }

  private static final class Channel extends AMQChannel {

    Channel(Connection connection) {
      super(connection, 1);
    }

    @Override
    public boolean processAsync(Command command) {
      return false;
    }
  }

  private static final class MemorySocket extends Socket {
    private final ByteArrayOutputStream sent = new ByteArrayOutputStream(1 << 17);
    private final ByteArrayInputStream received;

    MemorySocket(byte[] received) {
      this.received = new ByteArrayInputStream(received);
    }

    @Override
    public InputStream getInputStream() {
      return received;
    }

    @Override
    public OutputStream getOutputStream() {
      return sent;
    }
  }
}
