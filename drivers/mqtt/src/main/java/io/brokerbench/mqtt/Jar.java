package io.brokerbench.mqtt;

import java.security.CodeSource;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a client library is called, and which release it is of: its jar's name tells. */
final class Jar {

  private static final Pattern NAME = Pattern.compile(".*/([^/]+?)-(\\d[^/]*)\\.jar");

  private Jar() {}

  /** Name and release of a class's library, as in {@code hivemq-mqtt-client 1.3.9}. */
  static String of(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    Matcher jar = NAME.matcher(source == null ? "" : source.getLocation().getPath());
    return jar.matches() ? jar.group(1) + " " + jar.group(2) : type.getPackageName();
  }
}
