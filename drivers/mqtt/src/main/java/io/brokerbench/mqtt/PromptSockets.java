package io.brokerbench.mqtt;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import javax.net.SocketFactory;

/** Makes sockets that send at once (TCP_NODELAY), which Paho leaves off. */
final class PromptSockets extends SocketFactory {

  private final SocketFactory sockets = SocketFactory.getDefault();

  private static Socket prompt(Socket socket) throws IOException {
    socket.setTcpNoDelay(true);
    return socket;
  }

  @Override
  public Socket createSocket() throws IOException {
    return prompt(sockets.createSocket());
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    return prompt(sockets.createSocket(host, port));
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress local, int localPort)
      throws IOException {
    return prompt(sockets.createSocket(host, port, local, localPort));
  }

  @Override
  public Socket createSocket(InetAddress host, int port) throws IOException {
    return prompt(sockets.createSocket(host, port));
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort)
      throws IOException {
    return prompt(sockets.createSocket(host, port, local, localPort));
  }
}
