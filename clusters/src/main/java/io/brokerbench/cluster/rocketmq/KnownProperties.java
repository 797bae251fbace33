package io.brokerbench.cluster.rocketmq;

import io.brokerbench.units.Text;
import io.brokerbench.workload.Settings;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The properties that brokers of a release support: those with a setter in its configuration
 * classes. A broker silently ignores unknown names and invalid values.
 */
final class KnownProperties {

  private static final List<String> CONFIGURATIONS =
      List.of(
          "org.apache.rocketmq.common.BrokerConfig",
          "org.apache.rocketmq.store.config.MessageStoreConfig",
          "org.apache.rocketmq.remoting.netty.NettyServerConfig",
          "org.apache.rocketmq.remoting.netty.NettyClientConfig",
          "org.apache.rocketmq.auth.config.AuthConfig");

  private KnownProperties() {}

  /** The invalid properties by name, each with the rest of a sentence that starts with the name. */
  static SortedMap<String, String> problems(
      List<Path> classPath, RocketMqRelease release, Map<String, String> properties) {
    SortedMap<String, String> problems = new TreeMap<>();
    Map<String, String> types = types(classPath);
    properties.forEach(
        (name, value) -> {
          String type = types.get(name);
          if (type == null) {
            problems.put(
                name,
                Text.of(
                    "is no property of a broker of release %s%s",
                    release.name(), Settings.nearest(name, types.keySet())));
          } else if (!fits(value.strip(), type)) {
            problems.put(name, Text.of("must be of type %s, got \"%s\"", type, value));
          }
        });
    return problems;
  }

  private static Map<String, String> types(List<Path> classPath) {
    Map<String, String> types = new TreeMap<>();
    URL[] urls = classPath.stream().map(KnownProperties::url).toArray(URL[]::new);
    try (URLClassLoader loader = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader())) {
      for (String configuration : CONFIGURATIONS) {
        addTypes(loader, configuration, types);
      }
    } catch (IOException e) {
      // Closing failed; the types read so far are valid.
    }
    return types;
  }

  private static void addTypes(ClassLoader loader, String name, Map<String, String> types) {
    try {
      for (Method method : Class.forName(name, false, loader).getMethods()) {
        if (method.getName().length() > 3
            && method.getName().startsWith("set")
            && method.getParameterCount() == 1) {
          String property =
              Character.toLowerCase(method.getName().charAt(3)) + method.getName().substring(4);
          String type = method.getParameterTypes()[0].getSimpleName();
          // Of several setters, the broker uses the one for a String.
          types.merge(property, type, (one, other) -> one.equals("String") ? one : other);
        }
      }
    } catch (ClassNotFoundException e) {
      // Not every release has all of these classes.
    }
  }

  private static boolean fits(String value, String type) {
    try {
      switch (type) {
        case "int" -> Integer.parseInt(value);
        case "long" -> Long.parseLong(value);
        case "float", "double" -> Double.parseDouble(value);
        default -> {}
      }
      return !type.equals("boolean") || value.equals("true") || value.equals("false");
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private static URL url(Path jar) {
    try {
      return jar.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalStateException(e);
    }
  }
}
