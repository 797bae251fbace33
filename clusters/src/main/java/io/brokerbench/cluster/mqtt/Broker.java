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

  /** For a person. */
  String title() {
    return title;
  }

  /** The official image without a tag. */
  String image() {
    return image;
  }

  /** Of the official image, where nobody named another. */
  String defaultTag() {
    return defaultTag;
  }

  /** Whether each broker has a port for its figures. */
  boolean hasFiguresPort() {
    return this != MOSQUITTO;
  }
}
