package io.brokerbench.mqtt;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import javax.net.ssl.SSLSocketFactory;

/** {@link PromptSockets} with TLS: Paho takes no other type for it. */
final class PromptTlsSockets extends SSLSocketFactory {

  private final SSLSocketFactory sockets;

  PromptTlsSockets(SSLSocketFactory sockets) {
    this.sockets = sockets;
  }

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

  @Override
  public Socket createSocket(Socket under, String host, int port, boolean close)
      throws IOException {
    return prompt(sockets.createSocket(under, host, port, close));
  }

  @Override
  public String[] getDefaultCipherSuites() {
    return sockets.getDefaultCipherSuites();
  }

  @Override
  public String[] getSupportedCipherSuites() {
    return sockets.getSupportedCipherSuites();
  }
}
