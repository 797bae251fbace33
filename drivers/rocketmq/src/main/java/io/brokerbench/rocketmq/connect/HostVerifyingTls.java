package io.brokerbench.rocketmq.connect;

import io.brokerbench.driver.tls.TlsFailure;
import io.brokerbench.units.Text;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.IdentityCipherSuiteFilter;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslHandler;
import java.lang.reflect.Field;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import org.apache.rocketmq.client.impl.factory.MQClientInstance;
import org.apache.rocketmq.remoting.netty.NettyRemotingAbstract;
import org.jspecify.annotations.Nullable;

/**
 * TLS of RocketMQ's client that also verifies the names of hosts. The client creates the handlers
 * of its connections before it knows their addresses, so a handler replaces itself on connecting.
 * Thread-safe.
 */
final class HostVerifyingTls extends JdkSslContext {

  private final boolean verifying;
  private volatile String failure = "";

  /**
   * Creates TLS for any number of connections.
   *
   * @param context verifies the chain of certificates
   * @param verifying whether the name of the host is verified
   */
  HostVerifyingTls(SSLContext context, boolean verifying) {
    super(
        context,
        true,
        null,
        IdentityCipherSuiteFilter.INSTANCE,
        null,
        ClientAuth.NONE,
        null,
        false);
    this.verifying = verifying;
  }

  /** Makes a client instance, not started yet, use this TLS instead of its own. */
  void install(MQClientInstance instance) {
    try {
      // The field has no setter, and the client trusts any certificate or one file of the JVM.
      Field context = NettyRemotingAbstract.class.getDeclaredField("sslContext");
      context.setAccessible(true);
      context.set(instance.getMQClientAPIImpl().getRemotingClient(), this);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The last refusal of a broker's certificate, or by the broker; empty if there was none. */
  Optional<String> failure() {
    return Optional.of(failure).filter(text -> !text.isEmpty());
  }

  @Override
  protected SslHandler newHandler(ByteBufAllocator allocator, boolean startTls) {
    return new Unaddressed(newEngine(allocator));
  }

  private SslHandler addressed(ByteBufAllocator allocator, InetSocketAddress broker) {
    SSLEngine engine = newEngine(allocator, broker.getHostString(), broker.getPort());
    if (verifying) {
      SSLParameters parameters = engine.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      engine.setSSLParameters(parameters);
    }
    SslHandler handler = new Addressed(engine, broker);
    handler.handshakeFuture().addListener(handshake -> keep(broker, handshake.cause()));
    return handler;
  }

  private void keep(InetSocketAddress broker, @Nullable Throwable cause) {
    Optional.ofNullable(cause)
        .flatMap(TlsFailure::text)
        .ifPresent(
            text ->
                failure =
                    Text.of(
                        "%s:%d accepts no connection: %s",
                        broker.getHostString(), broker.getPort(), text));
  }

  /** With TLS 1.3, a broker refuses the client's certificate after the client's handshake. */
  private final class Addressed extends SslHandler {

    private final InetSocketAddress broker;

    Addressed(SSLEngine engine, InetSocketAddress broker) {
      super(engine);
      this.broker = broker;
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) throws Exception {
      keep(broker, cause);
      super.exceptionCaught(context, cause);
    }
  }

  /** Replaced by a handler that knows its address when that is known. */
  private final class Unaddressed extends SslHandler {

    Unaddressed(SSLEngine engine) {
      super(engine);
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // The promise is the caller's.
    public void connect(
        ChannelHandlerContext context,
        SocketAddress broker,
        SocketAddress local,
        ChannelPromise promise) {
      context
          .pipeline()
          .replace(this, context.name(), addressed(context.alloc(), (InetSocketAddress) broker));
      context.connect(broker, local, promise);
    }
  }
}
