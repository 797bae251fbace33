package io.brokerbench.workers.controller;

import io.brokerbench.units.Text;
import io.brokerbench.workers.protocol.WorkerProtocol;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The TCP connections of a controller, from the moment they are accepted. A connection is a
 * stranger until its Hello; the number of strangers is limited, and so is their time, whether they
 * say nothing, do not complete the handshake of TLS or speak another protocol. Thread-safe.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Closing a connection needs no answer.
final class AcceptedConnections extends ChannelInboundHandlerAdapter {

  /**
   * More than a crowd of idle connections, and far fewer than the files that a process may open.
   */
  static final int MAX_STRANGERS = 128;

  /** Time until a connection must have sent its Hello. */
  static final int HELLO_SECONDS = 5;

  private static final int FAREWELL_SECONDS = 1;

  private final boolean secured;
  private final Consumer<String> console;
  private final Map<SocketAddress, Channel> open = new ConcurrentHashMap<>();
  private final Set<SocketAddress> strangers = ConcurrentHashMap.newKeySet();
  private final Set<String> reported = ConcurrentHashMap.newKeySet();

  /**
   * Starts without connections.
   *
   * @param secured whether the connections use TLS
   */
  AcceptedConnections(boolean secured, Consumer<String> console) {
    this.secured = secured;
    this.console = console;
  }

  /** A connection was accepted. */
  @Override
  public void channelRead(ChannelHandlerContext context, Object accepted) {
    Channel channel = (Channel) accepted;
    SocketAddress address = channel.remoteAddress();
    if (strangers.size() >= MAX_STRANGERS) {
      report(address, Text.of("%d others have not sent their Hello yet", MAX_STRANGERS));
      channel.unsafe().closeForcibly();
      return;
    }
    strangers.add(address);
    open.put(address, channel);
    channel.closeFuture().addListener(closed -> left(address));
    context.executor().schedule(() -> expire(address, channel), HELLO_SECONDS, TimeUnit.SECONDS);
    context.fireChannelRead(channel);
  }

  /** A connection has sent its Hello. */
  void greeted(SocketAddress address) {
    strangers.remove(address);
  }

  /** Closes a connection whose Hello was refused, as soon as it could read why. */
  void dismiss(SocketAddress address) {
    closeIn(FAREWELL_SECONDS, address);
  }

  /** Closes a connection whose stream ended without a Hello, unless that was its own end. */
  void dismissStranger(SocketAddress address) {
    if (open.containsKey(address) && strangers.remove(address)) {
      report(
          address,
          Text.of(
              "its stream ended before a Hello, which has at most %,d bytes",
              WorkerProtocol.MAX_MESSAGE_BYTES));
      dismiss(address);
    }
  }

  /** Closes a connection at once. */
  void close(SocketAddress address) {
    closeIn(0, address);
  }

  /** Without waiting for the ends of streams, which the other side may never read. */
  private void closeIn(int seconds, SocketAddress address) {
    Channel channel = open.get(address);
    if (channel != null) {
      channel
          .eventLoop()
          .schedule(() -> channel.unsafe().close(channel.voidPromise()), seconds, TimeUnit.SECONDS);
    }
  }

  private void expire(SocketAddress address, Channel channel) {
    // A later connection may have the same address.
    if (channel.equals(open.get(address)) && strangers.remove(address)) {
      report(address, Text.of("it sent no Hello within %d s", HELLO_SECONDS));
      close(address);
    }
  }

  private void left(SocketAddress address) {
    open.remove(address);
    if (strangers.remove(address)) {
      report(
          address,
          secured
              ? "it has no worker's certificate of these credentials, or speaks another protocol"
              : "it speaks another protocol, or expects TLS");
    }
  }

  /** Once per host and reason, so that no stranger fills the console. */
  private void report(SocketAddress address, String reason) {
    String host = host(address);
    if (reported.add(host + reason)) {
      console.accept(
          Text.of("refused a connection from %s (such ones are reported once): %s", host, reason));
    }
  }

  /** The host of an address, for messages. */
  static String host(SocketAddress address) {
    return address instanceof InetSocketAddress internet
        ? internet.getAddress().getHostAddress()
        : address.toString();
  }
}
