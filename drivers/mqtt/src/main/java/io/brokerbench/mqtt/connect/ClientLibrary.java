package io.brokerbench.mqtt.connect;

import java.security.CodeSource;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Name and release of a client library, from the name of its jar. */
final class ClientLibrary {

  private static final Pattern NAME = Pattern.compile(".*/([^/]+?)-(\\d[^/]*)\\.jar");

  private ClientLibrary() {}

  /** Name and release of the library of a class, such as {@code hivemq-mqtt-client 1.3.9}. */
  static String of(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    Matcher jar = NAME.matcher(source == null ? "" : source.getLocation().getPath());
    return jar.matches() ? jar.group(1) + " " + jar.group(2) : type.getPackageName();
  }
}
