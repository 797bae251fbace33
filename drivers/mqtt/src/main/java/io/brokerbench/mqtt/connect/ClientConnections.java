package io.brokerbench.mqtt.connect;

import java.util.concurrent.atomic.LongAdder;

/** Creates connections through one of the client libraries. Thread-safe. */
public interface ClientConnections extends AutoCloseable {

  /** Numbers of connections lost and of reconnections. */
  public record Losses(LongAdder lost, LongAdder reconnected) {

    public Losses() {
      this(new LongAdder(), new LongAdder());
    }
  }

  /** Creates a connection that is not open yet. */
  ClientConnection client(ClientIdentity identity, boolean clean, MessageListener inbox);

  /** Name and release of the library. */
  String release();

  /** Maximum number of connections being opened at the same time. */
  int connectingAtOnce();

  /** Stops the threads. */
  @Override
  void close();
}
