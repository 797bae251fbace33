package io.brokerbench.rocketmq;

import io.netty.bootstrap.ChannelInitializerExtension;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.flush.FlushConsolidationHandler;

/**
 * Has a connection whose own thread encodes hand all requests that wait for it to the operating
 * system in one call. Connections of clients as they come stay as they are.
 *
 * <p>Netty loads it when the system property {@link #EXTENSIONS_SYSTEM_PROPERTY} asks for that.
 */
public final class SharedFlush extends ChannelInitializerExtension {

  private static final int REQUESTS_PER_CALL = 256;

  @Override
  public void postInitializeClientChannel(Channel channel) {
    channel.pipeline().addFirst(new OnceActive());
  }

  /** Which thread encodes is known once all handlers are there. */
  private static final class OnceActive extends ChannelInboundHandlerAdapter {

    @Override
    public void channelActive(ChannelHandlerContext context) {
      ChannelPipeline pipeline = context.pipeline();
      if (pipeline.lastContext().executor() == context.channel().eventLoop()) {
        pipeline.addFirst(new FlushConsolidationHandler(REQUESTS_PER_CALL, true));
      }
      context.fireChannelActive();
      pipeline.remove(this);
    }
  }
}
