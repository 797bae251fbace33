package io.brokerbench.rocketmq.connect;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.DefaultEventLoopGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.local.LocalAddress;
import io.netty.channel.local.LocalChannel;
import io.netty.channel.local.LocalServerChannel;
import io.netty.handler.flush.FlushConsolidationHandler;
import io.netty.util.concurrent.DefaultEventExecutorGroup;
import io.netty.util.concurrent.EventExecutorGroup;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.rocketmq.remoting.netty.NettyDecoder;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SharedFlushTest {

  private final DefaultChannelGroup open = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private final DefaultEventLoopGroup loops = new DefaultEventLoopGroup(2);
  private final EventExecutorGroup workers = new DefaultEventExecutorGroup(1);

  static {
    // Netty looks once, so the driver's factory does it before the first connection.
    SharedFlush.install();
  }

  @AfterEach
  void end() throws InterruptedException {
    open.close().sync();
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
    workers.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
  }

  @Test
  void aConnectionWhoseOwnThreadEncodesSharesItsFlushes() throws Exception {
    Channel channel = connected(null, new NettyDecoder());
    assertThat(channel.pipeline().get(FlushConsolidationHandler.class)).isNotNull();
  }

  @Test
  void aConnectionWithWorkersStaysAsItIs() throws Exception {
    assertUnchanged(connected(workers, new NettyDecoder()));
  }

  /** Such as a client of an MQTT broker in the same JVM. */
  @Test
  void aConnectionOfAnotherClientStaysAsItIs() throws Exception {
    assertUnchanged(connected(null));
  }

  private static void assertUnchanged(Channel channel) {
    assertThat(channel.pipeline().names())
        .noneMatch(name -> name.contains("OnceActive") || name.contains("FlushConsolidation"));
  }

  private Channel connected(@Nullable EventExecutorGroup encoders, ChannelHandler... handlers)
      throws Exception {
    Channel server =
        new ServerBootstrap()
            .group(loops)
            .channel(LocalServerChannel.class)
            .childHandler(new ChannelInboundHandlerAdapter())
            .bind(LocalAddress.ANY)
            .sync()
            .channel();
    open.add(server);
    CompletableFuture<Channel> active = new CompletableFuture<>();
    new Bootstrap()
        .group(loops)
        .channel(LocalChannel.class)
        .handler(
            new ChannelInitializer<>() {
              @Override
              protected void initChannel(Channel channel) {
                channel.pipeline().addLast(encoders, handlers).addLast(encoders, new Told(active));
              }
            })
        .connect(server.localAddress())
        .sync();
    Channel channel = active.get();
    open.add(channel);
    // What is submitted to the loop runs after the handlers of the same event.
    channel.eventLoop().submit(() -> {}).get();
    return channel;
  }

  /** Passes on that the connection stands. */
  private static final class Told extends ChannelInboundHandlerAdapter {

    private final CompletableFuture<Channel> active;

    private Told(CompletableFuture<Channel> active) {
      this.active = active;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
      active.complete(context.channel());
      context.fireChannelActive();
    }
  }
}
