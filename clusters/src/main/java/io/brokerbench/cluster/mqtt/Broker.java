package io.brokerbench.cluster.mqtt;

/** A kind of broker. */
enum Broker {
  HIVEMQ("HiveMQ CE", "hivemq/hivemq-ce", "latest"),
  MOSQUITTO("Mosquitto", "eclipse-mosquitto", "2"),
  EMQX("EMQX", "emqx/emqx", "latest");

  private final String title;
  private final String image;
  private final String defaultTag;

  Broker(String title, String image, String defaultTag) {
    this.title = title;
    this.image = image;
    this.defaultTag = defaultTag;
  }

  /** The name in messages. */
  String title() {
    return title;
  }

  /** The official image without a tag. */
  String image() {
    return image;
  }

  /** The tag of the official image if the settings name none. */
  String defaultTag() {
    return defaultTag;
  }

  /** Whether each broker has a port for its metrics. */
  boolean hasFiguresPort() {
    return this != MOSQUITTO;
  }
}
