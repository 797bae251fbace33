package io.brokerbench.cluster.mqtt;

import io.brokerbench.cluster.ContainerBroker;
import io.brokerbench.cluster.HostKeys;
import io.brokerbench.cluster.docker.ContainerImage;
import io.brokerbench.cluster.docker.ContainerOptions;
import io.brokerbench.cluster.docker.DockerEngine;
import io.brokerbench.cluster.node.MemoryNeed;
import io.brokerbench.workload.Settings;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;

/** MQTT brokers in containers: the settings of {@code mqtt.yaml} for host container. */
record MqttContainers(MqttSettings mqtt, ContainerOptions options)
    implements ContainerBroker<MqttPortLayout> {

  private static final String HIVEMQ_JAR = "/opt/hivemq/bin/hivemq.jar";

  static MqttContainers read(Settings settings) {
    MqttSettings mqtt = MqttSettings.read(settings, HostKeys.CONTAINER);
    Broker broker = mqtt.broker();
    String tag = mqtt.release().map(MqttRelease::name).orElse(broker.defaultTag());
    ContainerOptions options = ContainerOptions.read(settings, broker.image() + ":" + tag);
    String content =
        broker == Broker.HIVEMQ
            ? "cluster.heap, as much direct memory and the overhead of a JVM"
            : "the broker itself";
    options.checkMemory(MqttFeasibility.neededBytes(mqtt), content, settings);
    if (!mqtt.hasStoreSize() && options.storeBytes() > 0) {
      settings.problem(
          ContainerOptions.STORE_SIZE,
          "must be 0 for emqx, which stores in a directory of its own");
    }
    return new MqttContainers(mqtt, options);
  }

  @Override
  public MemoryNeed memory() {
    return options.withStores(
        MqttFeasibility.memory(mqtt, "set a smaller heap"), mqtt.nodes().size());
  }

  @Override
  public boolean needsPod() {
    return mqtt.broker() == Broker.EMQX;
  }

  @Override
  public boolean reportsRestarts() {
    return mqtt.broker() != Broker.EMQX;
  }

  @Override
  public Path home() {
    return Path.of(
            switch (mqtt.broker()) {
              case MOSQUITTO -> "/mosquitto/data";
              case HIVEMQ -> "/opt/hivemq/data";
              case EMQX -> "/opt/emqx/data";
            })
        .resolve("brokerbench");
  }

  @Override
  public MqttClusterStart prepare(
      DockerEngine engine, ContainerImage image, Consumer<String> progress) {
    return new MqttClusterStart(
        mqtt,
        release(image),
        (site, node) ->
            switch (mqtt.broker()) {
              case MOSQUITTO -> MosquittoNode.of(mqtt, site, node, "mosquitto");
              case HIVEMQ -> HiveMqNode.of(mqtt, site, "java", HIVEMQ_JAR);
              case EMQX -> EmqxNode.of(mqtt, site);
            });
  }

  /** The release that the image declares, otherwise its tag. */
  private static String release(ContainerImage image) {
    String tag = image.name().substring(image.name().lastIndexOf('/') + 1);
    String named = tag.contains(":") ? tag.substring(tag.indexOf(':') + 1) : "latest";
    Map<String, String> environment = image.environment();
    return environment.getOrDefault(
        "HIVEMQ_CE_VERSION", environment.getOrDefault("EMQX_VERSION", named));
  }
}
