package io.brokerbench.junit;

import io.brokerbench.api.BenchmarkCluster;
import io.brokerbench.api.Mode;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Test classes that {@link BrokerClusterTest} runs. */
final class ClustersOfTests {

  /** Addresses of the injected clusters. */
  static final List<String> ADDRESSES = new CopyOnWriteArrayList<>();

  private ClustersOfTests() {}

  private static void run(BenchmarkCluster cluster) throws Exception {
    cluster
        .producer()
        .rate("100/s")
        .warmup(Duration.ZERO)
        .duration(Duration.ofSeconds(1))
        .output(Path.of("target", "results-of-tests"))
        .run();
  }

  /** Its runs do not close the cluster. */
  @BrokerCluster(driver = "memory", host = "counted")
  static final class OfAClass {

    @Test
    void first(BenchmarkCluster cluster) throws Exception {
      ADDRESSES.add(cluster.address());
      run(cluster);
    }

    @Test
    void second(BenchmarkCluster cluster) {
      ADDRESSES.add(cluster.address());
    }

    @Nested
    final class Inner {

      @Test
      void third(BenchmarkCluster cluster) {
        ADDRESSES.add(cluster.address());
      }
    }
  }

  /** Its cluster has started before the others are needed. */
  @BrokerCluster(driver = "memory", host = "counted")
  static final class OfAClassAndWithin {

    @BeforeAll
    static void start(BenchmarkCluster cluster) {
      ADDRESSES.add(cluster.address());
    }

    @Test
    @BrokerCluster(driver = "memory", host = "counted")
    void withOneOfItsOwn(BenchmarkCluster cluster) {
      ADDRESSES.add(cluster.address());
    }

    @Nested
    @BrokerCluster(driver = "memory", host = "counted")
    final class Inner {

      @Test
      void withThatOfTheNestedClass(BenchmarkCluster cluster) {
        ADDRESSES.add(cluster.address());
      }
    }
  }

  /** Its constructor and its tests get the cluster of the class. */
  @ParameterizedClass
  @ValueSource(ints = {1, 2})
  @BrokerCluster(driver = "memory", host = "counted")
  static final class OfAParameterizedClass {

    OfAParameterizedClass(int number, BenchmarkCluster cluster) {
      ADDRESSES.add(cluster.address());
    }

    @Test
    void first(BenchmarkCluster cluster) {
      ADDRESSES.add(cluster.address());
    }

    @Nested
    final class Inner {

      @Test
      void second(BenchmarkCluster cluster) {
        ADDRESSES.add(cluster.address());
      }
    }
  }

  @Retention(RetentionPolicy.RUNTIME)
  @BrokerCluster(driver = "memory", host = "counted")
  @interface Counted {}

  @Counted
  static final class OfAnAnnotation {

    @Test
    void first(BenchmarkCluster cluster) {
      ADDRESSES.add(cluster.address());
    }
  }

  @BrokerCluster(driver = "memory", host = "counted")
  interface OnCounted {}

  static final class OfAnInterface implements OnCounted {

    @Test
    void first(BenchmarkCluster cluster) {
      ADDRESSES.add(cluster.address());
    }
  }

  @BrokerCluster(driver = "memory", settings = "memory.service-rate=fast")
  static final class OfAClassWithABadSetting {

    @Test
    void first(BenchmarkCluster cluster) {
      ADDRESSES.add(cluster.address());
    }

    @Test
    void second(BenchmarkCluster cluster) {
      ADDRESSES.add(cluster.address());
    }
  }

  /** Producers alone refuse a backlog, which needs consumers. */
  static final class OfConsumers {

    @Test
    @BrokerCluster(driver = "memory", host = "counted", settings = "consume.backlog=100")
    void hasABacklog(BenchmarkCluster cluster) {
      ADDRESSES.add(cluster.address());
    }

    @Test
    @BrokerCluster(
        driver = "memory",
        host = "counted",
        settings = {"consume.backlog=100", "memory.service-rate=fast"})
    void hasABadSettingAsWell(BenchmarkCluster cluster) {
      ADDRESSES.add(cluster.address());
    }
  }

  /** Of RocketMQ, which refuses each of them. */
  static final class WithWrongMembers {

    @Test
    @BrokerCluster(flush = Mode.SYNC, topology = "dledger")
    void flushAndTopology(BenchmarkCluster cluster) {
      ADDRESSES.add(cluster.address());
    }

    @Test
    @BrokerCluster(replication = Mode.SYNC, topology = "1m")
    void replicationAndTopology(BenchmarkCluster cluster) {
      ADDRESSES.add(cluster.address());
    }

    @Test
    @BrokerCluster(version = "latest")
    void version(BenchmarkCluster cluster) {
      ADDRESSES.add(cluster.address());
    }
  }

  @BrokerCluster(driver = "memory", host = "counted")
  static final class WithoutAParameter {

    @Test
    void first() {}
  }

  static final class OfTests {

    @Test
    @BrokerCluster(driver = "memory")
    void runs(BenchmarkCluster cluster) throws Exception {
      run(cluster);
    }

    @Test
    @BrokerCluster(driver = "memory", settings = "memory.service-rate=fast")
    void hasABadSetting(BenchmarkCluster cluster) {
      ADDRESSES.add(cluster.address());
    }

    @Test
    @BrokerCluster(driver = "memory", settings = "fast")
    void hasNoSetting(BenchmarkCluster cluster) {
      ADDRESSES.add(cluster.address());
    }
  }
}
