package io.brokerbench.mqtt;

import java.util.concurrent.atomic.LongAdder;

/** Makes connections through one of the client libraries. Thread-safe. */
interface Clients extends AutoCloseable {

  /** How often connections were lost, and opened again. */
  record Losses(LongAdder lost, LongAdder reconnected) {

    Losses() {
      this(new LongAdder(), new LongAdder());
    }
  }

  /** A connection that is not open yet. */
  Client client(Identity identity, boolean clean, Inbox inbox);

  /** The library's name and release. */
  String release();

  /** How many connections may be in the making at a time. */
  int connectingAtOnce();

  /** Ends its threads. */
  @Override
  void close();
}
