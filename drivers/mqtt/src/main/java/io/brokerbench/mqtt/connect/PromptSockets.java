package io.brokerbench.mqtt.connect;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import javax.net.SocketFactory;
import javax.net.ssl.SSLSocketFactory;

/**
 * Creates sockets with TCP_NODELAY, which Paho does not set. Those that are not connected, as Paho
 * asks for, have an address of this machine.
 */
final class PromptSockets extends SocketFactory {

  private final SocketFactory sockets = SocketFactory.getDefault();
  private final SourceAddresses sources;

  PromptSockets(SourceAddresses sources) {
    this.sources = sources;
  }

  /** The socket, set to send small packets at once. */
  static Socket prompt(Socket socket) throws IOException {
    socket.setTcpNoDelay(true);
    return socket;
  }

  @Override
  public Socket createSocket() throws IOException {
    return sources.bound(prompt(sockets.createSocket()));
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

  /** {@link PromptSockets} with TLS, for which Paho requires an SSLSocketFactory. */
  static final class Tls extends SSLSocketFactory {

    private final SSLSocketFactory sockets;
    private final SourceAddresses sources;

    Tls(SSLSocketFactory sockets, SourceAddresses sources) {
      this.sockets = sockets;
      this.sources = sources;
    }

    @Override
    public Socket createSocket() throws IOException {
      return sources.bound(prompt(sockets.createSocket()));
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
}
