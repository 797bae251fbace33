package io.brokerbench.cluster.rabbitmq;

import com.fasterxml.jackson.databind.node.TextNode;
import io.brokerbench.cluster.rabbitmq.RabbitMqSettings.Account;
import io.brokerbench.units.Text;

/**
 * The definitions that a node imports at its first start, as JSON: the clients' user with all
 * permissions for their virtual host, and mirrors for queues with names that start with {@code
 * mirrored.}.
 */
final class Definitions {

  private Definitions() {}

  /**
   * @param mirrors whether to include the policy for mirrored queues
   */
  static String of(Account account, boolean mirrors) {
    String host = quoted(account.virtualHost());
    String user = quoted(account.user());
    return Text.of(
        """
        {
          "users": [{"name": %1$s, "password": %2$s, "tags": %3$s}],
          "vhosts": [{"name": %4$s}],
          "permissions": [{"user": %1$s, "vhost": %4$s, "configure": ".*", "write": ".*", "read": ".*"}],
          "policies": [%5$s]
        }
        """,
        user,
        quoted(account.password()),
        // Releases before 3.9 take no list of tags, and later ones take text as well.
        quoted("administrator"),
        host,
        mirrors ? policy(host) : "");
  }

  private static String policy(String host) {
    return Text.of(
        """
        {
            "vhost": %s,
            "name": "mirrored",
            "pattern": "^mirrored\\\\.",
            "apply-to": "queues",
            "priority": 0,
            "definition": {
              "ha-mode": "exactly",
              "ha-params": 2,
              "ha-sync-mode": "automatic",
              "queue-master-locator": "min-masters"
            }
          }""",
        host);
  }

  /** As a string of JSON. */
  private static String quoted(String text) {
    return new TextNode(text).toString();
  }
}
