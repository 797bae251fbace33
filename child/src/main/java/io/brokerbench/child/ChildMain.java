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
 * The main class of every JVM started by brokerbench: runs a broker's main class, reports the JVM's
 * figures on standard output, and ends with its parent.
 *
 * <p>Standard input comes from the parent. Its end means that the parent has ended in any way, and
 * halts this JVM. The line {@link #GO} lets a prepared broker join the cluster.
 *
 * <p>Depends on the JDK only, and is a single class file: it alone is copied into the class path of
 * the child, so that the dependencies of the broker and of brokerbench do not mix.
 */
public final class ChildMain {

  /** Line from the parent that lets a broker register. */
  public static final String GO = "go";

  /** Prefix of the line with the JVM's version. */
  public static final String JAVA = "#brokerbench-java ";

  /**
   * Prefix of a line of figures: used heap in bytes, collections, milliseconds in collections that
   * pause the broker.
   */
  public static final String USAGE = "#brokerbench-jvm ";

  /** Environment variable with system properties whose values are secret, one line each. */
  public static final String PROPERTIES = "BROKERBENCH_PROPERTIES";

  private static final long USAGE_PERIOD_MILLIS = 250;
  private static final int EXIT_ORPHANED = 3;

  private ChildMain() {}

  /** Runs a broker. Arguments: the broker's main class, its arguments. */
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
        // Most of a broker's start does not need its name server and its master.
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
   * and learned the address, and then pauses for five seconds.
   */
  private static void hurryReplication(Object controller) {
    try {
      call(
          call(call(call(controller, "getMessageStore"), "getHaService"), "getHAClient"), "wakeup");
    } catch (ReflectiveOperationException e) {
      // Without effect on other releases, which start five seconds later.
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
      // equivalent to the end of the input
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
          // The cycles of ZGC and Shenandoah run next to the broker; another bean has their pauses.
          if (!collector.getName().endsWith(" Cycles")) {
            millis += Math.max(0, collector.getCollectionTime());
          }
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
