package io.brokerbench.cluster.mqtt.settings;

/** A kind of broker. */
public enum Broker {
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
  public String title() {
    return title;
  }

  /** The official image without a tag. */
  public String image() {
    return image;
  }

  /** The tag of the official image if the settings name none. */
  public String defaultTag() {
    return defaultTag;
  }

  /** Whether each broker has a port for its metrics. */
  boolean hasFiguresPort() {
    return this != MOSQUITTO;
  }
}
