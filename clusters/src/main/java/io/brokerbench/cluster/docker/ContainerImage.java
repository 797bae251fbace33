package io.brokerbench.cluster.docker;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.units.Text;
import java.util.Map;

/**
 * An image, and the environment that it sets.
 *
 * @param id the digest of the content
 */
public record ContainerImage(String name, String id, Map<String, String> environment) {

  /**
   * The value of a variable that every image of a product sets.
   *
   * @throws BrokerException if the image does not set it
   */
  public String required(String variable, String product) throws BrokerException {
    String value = environment.get(variable);
    if (value == null) {
      throw new BrokerException(
          Text.of(
              "image %s is no %s: it sets no %s; name another by cluster.container.image",
              name, product, variable));
    }
    return value;
  }

  /** The failure for an image that has another release than the wanted one. */
  public BrokerException holds(String product, String release, String wanted) {
    return new BrokerException(
        Text.of("image %s holds %s %s, but cluster.version is %s", name, product, release, wanted));
  }
}
