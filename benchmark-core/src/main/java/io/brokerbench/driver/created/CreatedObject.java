package io.brokerbench.driver.created;

import io.brokerbench.address.HostPort;
import io.brokerbench.units.Text;

/**
 * An object at the brokers of an external cluster.
 *
 * @param name name at the brokers; of objects that belong to a single broker, with its address: see
 *     {@link #at}
 */
public record CreatedObject(Kind kind, String name) {

  private static final String AT = " at ";

  /** Kinds of objects, in the order in which they are removed. */
  public enum Kind {
    /** A consumer group of RocketMQ. */
    GROUP,
    /** A topic of RocketMQ. */
    TOPIC,
    /** A queue of RabbitMQ. */
    QUEUE,
    /** An exchange of RabbitMQ. */
    EXCHANGE,
    /** A persistent session of an MQTT client. */
    SESSION,
    /** The retained message of an MQTT topic. */
    RETAINED;

    @Override
    public String toString() {
      return Text.notation(this);
    }
  }

  public static CreatedObject at(Kind kind, String name, HostPort broker) {
    return new CreatedObject(kind, name + AT + broker);
  }

  /** The name without the address of its broker. */
  public String plainName() {
    int at = name.lastIndexOf(AT);
    return at < 0 ? name : name.substring(0, at);
  }

  /** The address of its broker, {@code host:port}; empty if the object is the cluster's. */
  public String broker() {
    int at = name.lastIndexOf(AT);
    return at < 0 ? "" : name.substring(at + AT.length());
  }
}
