package io.brokerbench.mqtt.connect;

import java.security.CodeSource;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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

  @Override
  void close();

  /** Name and release of a class's library by its jar, such as {@code hivemq-mqtt-client 1.3.9}. */
  static String library(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    Matcher jar =
        Pattern.compile(".*/([^/]+?)-(\\d[^/]*)\\.jar")
            .matcher(source == null ? "" : source.getLocation().getPath());
    return jar.matches() ? jar.group(1) + " " + jar.group(2) : type.getPackageName();
  }
}
