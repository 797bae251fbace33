package io.brokerbench.child;

import java.io.File;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.net.URL;
import java.net.URLClassLoader;

/**
 * An agent that keeps a JVM's sockets on the loopback address: binds to all addresses of the
 * machine are redirected to it. Some brokers have no such setting, or not for all of their ports.
 */
public final class LoopbackAgent {

  /** The class that binds every channel and socket of the JDK. */
  private static final String NET = "sun.nio.ch.Net";

  private LoopbackAgent() {}

  /**
   * Called by the JVM before the main class.
   *
   * @param classPath of {@link LoopbackBinds}, separate from the broker's own libraries
   */
  public static void premain(String classPath, Instrumentation instrumentation) throws Exception {
    String[] entries = classPath.split(File.pathSeparator, -1);
    URL[] urls = new URL[entries.length];
    for (int i = 0; i < entries.length; i++) {
      urls[i] = new File(entries[i]).toURI().toURL();
    }
    try (URLClassLoader loader = new URLClassLoader(urls, null)) {
      ClassFileTransformer transformer =
          Class.forName(LoopbackBinds.class.getName(), true, loader)
              .asSubclass(ClassFileTransformer.class)
              .getDeclaredConstructor()
              .newInstance();
      Class<?> net = Class.forName(NET);
      instrumentation.addTransformer(transformer, true);
      try {
        instrumentation.retransformClasses(net);
      } finally {
        instrumentation.removeTransformer(transformer);
      }
      // The JVM ignores exceptions of a transformer.
      if (!transformer.toString().equals(LoopbackBinds.DONE)) {
        throw new IllegalStateException(
            "sockets cannot be kept on the loopback address: " + transformer);
      }
    }
  }
}
