package io.brokerbench.plan;

/**
 * Somebody says so. It is taken to hold for the messages, slaves and groups that are planned for.
 *
 * @param perSecond messages for one master
 */
public record StatedLoad(double perSecond, Demand demand) implements SafeLoadSource {

  @Override
  public SafeLoad read() {
    return new SafeLoad(
        perSecond, demand.messageBytes(), demand.slaves(), demand.groups(), "as stated");
  }
}
