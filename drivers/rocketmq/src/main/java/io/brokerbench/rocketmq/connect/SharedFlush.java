package io.brokerbench.rocketmq.connect;

import io.netty.bootstrap.ChannelInitializerExtension;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.flush.FlushConsolidationHandler;
import org.apache.rocketmq.remoting.netty.NettyDecoder;

/**
 * Consolidates flushes on RocketMQ's connections whose own thread encodes: all waiting requests are
 * handed to the operating system in one call. Connections with {@code client.threads=stock} and
 * those of other clients with the same Netty are unchanged.
 */
public final class SharedFlush extends ChannelInitializerExtension {

  private static final int REQUESTS_PER_CALL = 256;

  /** Makes Netty load this class, by a system property that it reads at its first connection. */
  public static void install() {
    System.setProperty(EXTENSIONS_SYSTEM_PROPERTY, "serviceload");
  }

  @Override
  public void postInitializeClientChannel(Channel channel) {
    channel.pipeline().addFirst(new OnceActive());
  }

  /** Defers the decision until all handlers are added: only then is the encoding thread known. */
  private static final class OnceActive extends ChannelInboundHandlerAdapter {

    @Override
    public void channelActive(ChannelHandlerContext context) {
      ChannelPipeline pipeline = context.pipeline();
      if (pipeline.get(NettyDecoder.class) != null
          && pipeline.lastContext().executor() == context.channel().eventLoop()) {
        pipeline.addFirst(new FlushConsolidationHandler(REQUESTS_PER_CALL, true));
      }
      context.fireChannelActive();
      pipeline.remove(this);
    }
  }
}
