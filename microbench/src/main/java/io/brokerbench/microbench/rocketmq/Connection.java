package io.brokerbench.microbench.rocketmq;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.Objects;
import org.apache.rocketmq.remoting.netty.NettyDecoder;
import org.apache.rocketmq.remoting.netty.NettyEncoder;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;

/**
 * The two ends of the client's pipeline without the pipeline: its encoder and its decoder, which
 * use their context for errors only. Not thread-safe.
 */
final class Connection implements AutoCloseable {

  private static final int CAPACITY = 1 << 16;

  private final NettyEncoder encoder = new NettyEncoder();
  private final NettyDecoder decoder = new NettyDecoder();
  private final ByteBuf buffer = PooledByteBufAllocator.DEFAULT.directBuffer(CAPACITY);

  /** The command as it goes to the network, in a buffer that the next call overwrites. */
  @SuppressWarnings("NullAway") // the encoder's context
  ByteBuf encode(RemotingCommand command) throws Exception {
    buffer.clear();
    encoder.encode(null, command, buffer);
    return buffer;
  }

  /** A copy of the same. */
  byte[] bytes(RemotingCommand command) throws Exception {
    encode(command);
    byte[] bytes = new byte[buffer.readableBytes()];
    buffer.getBytes(buffer.readerIndex(), bytes);
    return bytes;
  }

  /** A command that came from the network, whole. */
  @SuppressWarnings("NullAway") // the decoder's context
  RemotingCommand decode(ByteBuf received) throws Exception {
    received.readerIndex(0);
    return Objects.requireNonNull((RemotingCommand) decoder.decode(null, received));
  }

  /** The floor: the same bytes, copied to where they are encoded. */
  ByteBuf copy(byte[] bytes) {
    buffer.clear();
    return buffer.writeBytes(bytes);
  }

  @Override
  public void close() {
    buffer.release();
  }
}
