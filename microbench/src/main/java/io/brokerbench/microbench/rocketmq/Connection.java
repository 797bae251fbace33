package io.brokerbench.microbench.rocketmq;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.Objects;
import org.apache.rocketmq.remoting.netty.NettyDecoder;
import org.apache.rocketmq.remoting.netty.NettyEncoder;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;

/**
 * The encoder and the decoder of the client's pipeline without the pipeline; both use their context
 * only for errors. Not thread-safe.
 */
final class Connection implements AutoCloseable {

  private static final int CAPACITY = 1 << 16;

  private final NettyEncoder encoder = new NettyEncoder();
  private final NettyDecoder decoder = new NettyDecoder();
  private final ByteBuf buffer = PooledByteBufAllocator.DEFAULT.directBuffer(CAPACITY);

  /** Encodes a command as for the network, into a buffer that the next call overwrites. */
  @SuppressWarnings("NullAway") // the encoder's context
  ByteBuf encode(RemotingCommand command) throws Exception {
    buffer.clear();
    encoder.encode(null, command, buffer);
    return buffer;
  }

  /** Encodes a command into a new array. */
  byte[] bytes(RemotingCommand command) throws Exception {
    encode(command);
    byte[] bytes = new byte[buffer.readableBytes()];
    buffer.getBytes(buffer.readerIndex(), bytes);
    return bytes;
  }

  /** Decodes one complete command, as received from the network. */
  @SuppressWarnings("NullAway") // the decoder's context
  RemotingCommand decode(ByteBuf received) throws Exception {
    received.readerIndex(0);
    return Objects.requireNonNull((RemotingCommand) decoder.decode(null, received));
  }

  /** Lower bound of {@link #encode}: copies the bytes into the same buffer. */
  ByteBuf copy(byte[] bytes) {
    buffer.clear();
    return buffer.writeBytes(bytes);
  }

  @Override
  public void close() {
    buffer.release();
  }
}
