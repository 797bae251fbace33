package io.brokerbench.child;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * The main class of every JVM we start: runs a broker's main class, tells the JVM's figures on
 * standard output, and ends with its parent.
 *
 * <p>Standard input comes from the parent. Its end means that the parent is gone, however it died,
 * and halts this JVM. The line {@link #GO} lets a broker, so far only prepared, take its place in
 * the cluster.
 *
 * <p>Nothing but the JDK, and one class file: it is copied alone into the child's class path, where
 * the broker's own dependencies must not meet ours.
 */
public final class ChildMain {

  /** What the parent says when a broker may register. */
  public static final String GO = "go";

  /** Begins the line that tells the JVM's version. */
  public static final String JAVA = "#brokerbench-java ";

  /** Begins a line of figures: used heap in bytes, collections, milliseconds in collections. */
  public static final String USAGE = "#brokerbench-jvm ";

  /** In the environment: system properties whose values are secret, a line each. */
  public static final String PROPERTIES = "BROKERBENCH_PROPERTIES";

  private static final long USAGE_PERIOD_MILLIS = 250;
  private static final int EXIT_ORPHANED = 3;

  private ChildMain() {}

  /** Arguments: the broker's main class, its arguments. */
  public static void main(String[] args) throws Throwable {
    System.out.println(JAVA + System.getProperty("java.version"));
    setProperties(System.getenv(PROPERTIES));
    CountDownLatch go = new CountDownLatch(1);
    daemon("brokerbench-parent", () -> obeyParent(go));
    daemon("brokerbench-usage", ChildMain::tellUsage);
    String[] rest = Arrays.copyOfRange(args, 1, args.length);
    Class<?> main = Class.forName(args[0]);
    try {
      Method create = brokerCreator(main);
      if (create == null) {
        main.getMethod("main", String[].class).invoke(null, (Object) rest);
      } else {
        // Most of a broker's start can be done before its name server and its master are there.
        Object controller = create.invoke(null, (Object) rest);
        go.await();
        main.getMethod("start", create.getReturnType()).invoke(null, controller);
        hurryReplication(controller);
      }
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static void setProperties(String lines) {
    if (lines != null) {
      for (String line : lines.split("\n", -1)) {
        String[] property = line.split("=", 2);
        System.setProperty(property[0], property[1]);
      }
    }
  }

  private static Method brokerCreator(Class<?> main) {
    try {
      return main.getMethod("createBrokerController", String[].class);
    } catch (NoSuchMethodException e) {
      return null;
    }
  }

  /**
   * Wakes a slave's replication client: it looked for its master before the broker had registered
   * and learned the address, and rests five seconds.
   */
  private static void hurryReplication(Object controller) {
    try {
      call(
          call(call(call(controller, "getMessageStore"), "getHaService"), "getHAClient"), "wakeup");
    } catch (ReflectiveOperationException e) {
      // Other releases are slower by those five seconds, that is all.
    }
  }

  private static Object call(Object target, String method) throws ReflectiveOperationException {
    return target == null ? null : target.getClass().getMethod(method).invoke(target);
  }

  private static void obeyParent(CountDownLatch go) {
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (line.equals(GO)) {
          go.countDown();
        }
      }
    } catch (IOException e) {
      // as good as its end
    }
    Runtime.getRuntime().halt(EXIT_ORPHANED);
  }

  private static void tellUsage() {
    MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    List<GarbageCollectorMXBean> collectors = ManagementFactory.getGarbageCollectorMXBeans();
    try {
      while (true) {
        long count = 0;
        long millis = 0;
        for (GarbageCollectorMXBean collector : collectors) {
          count += Math.max(0, collector.getCollectionCount());
          millis += Math.max(0, collector.getCollectionTime());
        }
        long usedBytes = memory.getHeapMemoryUsage().getUsed();
        System.out.println(USAGE + usedBytes + " " + count + " " + millis);
        Thread.sleep(USAGE_PERIOD_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void daemon(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }
}
