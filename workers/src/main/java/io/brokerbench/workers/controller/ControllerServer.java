package io.brokerbench.workers.controller;

import io.brokerbench.address.HostPort;
import io.brokerbench.file.BadInputException;
import io.brokerbench.units.Text;
import io.brokerbench.workers.link.Credentials;
import io.brokerbench.workers.link.Threads;
import io.brokerbench.workers.protocol.FromWorker;
import io.brokerbench.workers.protocol.ToWorker;
import io.brokerbench.workers.protocol.WorkerProtocol;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerSocketChannel;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.ServerCalls;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The gRPC server of a controller, with one method. */
record ControllerServer(Server server) implements AutoCloseable {

  /** As long as a silent worker may still come back. */
  private static final long LEAVING_MILLIS = Reception.LOST.toMillis();

  private static final long PATIENCE_MILLIS = 2_000;

  /**
   * Starts to listen.
   *
   * @throws BadInputException if the address cannot be used
   */
  static ControllerServer start(
      HostPort endpoint,
      Optional<Credentials> credentials,
      AcceptedConnections connections,
      Reception reception,
      Threads threads)
      throws BadInputException {
    InetSocketAddress address = new InetSocketAddress(endpoint.host(), endpoint.port());
    if (address.isUnresolved()) {
      throw new BadInputException(
          Text.of("--listen: %s is not known; name an address of this machine", endpoint.host()));
    }
    NettyServerBuilder builder =
        NettyServerBuilder.forAddress(address)
            .channelFactory(
                () -> {
                  NioServerSocketChannel channel = new NioServerSocketChannel();
                  channel.pipeline().addLast(connections);
                  return channel;
                })
            .bossEventLoopGroup(threads.sockets())
            .workerEventLoopGroup(threads.sockets())
            .executor(threads.calls())
            .maxInboundMessageSize(WorkerProtocol.MAX_MESSAGE_BYTES)
            .maxConcurrentCallsPerConnection(1)
            .addService(service(reception));
    credentials.ifPresent(each -> builder.sslContext(each.ofServer()));
    WorkerProtocol.logNothing();
    try {
      return new ControllerServer(builder.build().start());
    } catch (IOException e) {
      throw new BadInputException(
          Text.of(
              "--listen: %s cannot be used: %s",
              endpoint, Objects.requireNonNullElse(e.getCause(), e).getMessage()));
    }
  }

  private static ServerServiceDefinition service(Reception reception) {
    return ServerServiceDefinition.builder(
            Objects.requireNonNull(WorkerProtocol.CONNECT.getServiceName()))
        .addMethod(WorkerProtocol.CONNECT, (call, headers) -> connect(reception, call, headers))
        .build();
  }

  private static ServerCall.Listener<FromWorker> connect(
      Reception reception, ServerCall<FromWorker, ToWorker> call, Metadata headers) {
    SocketAddress address =
        Objects.requireNonNull(call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR));
    return ServerCalls.<FromWorker, ToWorker>asyncBidiStreamingCall(
            stream -> reception.open(address, (ServerCallStreamObserver<ToWorker>) stream))
        .startCall(call, headers);
  }

  int port() {
    return server.getPort();
  }

  /** Accepts no further connection; existing ones stay. */
  void stopListening() {
    server.shutdown();
  }

  /**
   * Waits until the workers have ended their connections, then ends those that are left. A side
   * that closes first can destroy what it sent last before a slow worker reads it.
   */
  @Override
  public void close() {
    stopListening();
    try {
      if (!server.awaitTermination(LEAVING_MILLIS, TimeUnit.MILLISECONDS)) {
        server.shutdownNow();
        server.awaitTermination(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException e) {
      server.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
