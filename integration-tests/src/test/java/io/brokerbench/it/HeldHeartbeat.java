package io.brokerbench.it;

import io.brokerbench.driver.Cluster;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.rocketmq.client.impl.MQClientManager;
import org.apache.rocketmq.client.impl.factory.MQClientInstance;
import org.apache.rocketmq.remoting.protocol.heartbeat.SubscriptionData;

/**
 * A RocketMQ client that appears to be busy with a heartbeat while its consumer gets its queues, as
 * on a slow machine: the client skips the heartbeat with the consumer's new subscription.
 *
 * <p>The driver checks its cluster between any two steps of a start. At that point the lock of the
 * client's heartbeats is taken once the brokers list the consumer, and released once its
 * subscription has changed, or at the end. For one thread, which also calls the driver to
 * subscribe.
 */
final class HeldHeartbeat implements AutoCloseable {

  private static final int TIMEOUT_MILLIS = 120_000;

  private final String broker;
  private final String group;
  private final String topic;
  private final Set<MQClientInstance> others = Set.copyOf(instances().values());
  private final ExecutorService holder = Executors.newSingleThreadExecutor();
  private MQClientInstance client;
  private long versionBefore;

  /** Applies to the next client with a consumer in the group. */
  HeldHeartbeat(String broker, String group, String topic) {
    this.broker = broker;
    this.group = group;
    this.topic = topic;
  }

  /** The cluster to pass to the driver. */
  Cluster watching(Cluster cluster) {
    return (Cluster)
        Proxy.newProxyInstance(
            Cluster.class.getClassLoader(),
            new Class<?>[] {Cluster.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("check")) {
                look();
              }
              return invoke(cluster, method, arguments);
            });
  }

  private static Object invoke(Cluster cluster, Method method, Object[] arguments)
      throws Throwable {
    try {
      return method.invoke(cluster, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private void look() throws Exception {
    for (MQClientInstance instance : instances().values()) {
      if (client == null && !others.contains(instance) && listed(instance)) {
        client = instance;
        versionBefore = clientVersion();
        // In another thread, because this one may send heartbeats itself.
        CompletableFuture.runAsync(() -> lock().lock(), holder).join();
      }
    }
    if (client != null && leftOut()) {
      release();
    }
  }

  private void release() {
    ReentrantLock heartbeat = lock();
    CompletableFuture.runAsync(
            () -> {
              if (heartbeat.isHeldByCurrentThread()) {
                heartbeat.unlock();
              }
            },
            holder)
        .join();
  }

  private boolean listed(MQClientInstance instance) throws Exception {
    return instance.selectConsumer(group) != null
        && instance
            .getMQClientAPIImpl()
            .getConsumerIdListByGroup(broker, group, TIMEOUT_MILLIS)
            .contains(instance.getClientId());
  }

  private ReentrantLock lock() {
    return field(client, "lockHeartbeat", ReentrantLock.class);
  }

  /** Whether a heartbeat was skipped. */
  boolean leftOut() {
    return clientVersion() != versionBefore;
  }

  /** The version of the client's subscription. */
  long clientVersion() {
    return client.selectConsumer(group).subscriptions().stream()
        .filter(subscription -> subscription.getTopic().equals(topic))
        .mapToLong(SubscriptionData::getSubVersion)
        .sum();
  }

  /** The version known to the broker. */
  long brokerVersion() throws Exception {
    return client
        .getMQClientAPIImpl()
        .getConsumerConnectionList(broker, group, TIMEOUT_MILLIS)
        .getSubscriptionTable()
        .get(topic)
        .getSubVersion();
  }

  private static Map<String, MQClientInstance> instances() {
    @SuppressWarnings("unchecked")
    Map<String, MQClientInstance> instances =
        field(MQClientManager.getInstance(), "factoryTable", ConcurrentMap.class);
    return instances;
  }

  private static <T> T field(Object object, String name, Class<T> type) {
    try {
      Field field = object.getClass().getDeclaredField(name);
      field.setAccessible(true);
      return type.cast(field.get(object));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    if (client != null) {
      release();
    }
    holder.shutdown();
  }
}
