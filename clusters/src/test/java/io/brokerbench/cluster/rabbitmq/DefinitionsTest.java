package io.brokerbench.cluster.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.cluster.rabbitmq.RabbitMqSettings.Account;
import org.junit.jupiter.api.Test;

final class DefinitionsTest {

  @Test
  void theUserHasAllRightsToTheVirtualHost() {
    assertThat(Definitions.of(new Account("u\"", "p\\", "v\t"), false))
        .isEqualTo(
            """
            {
              "users": [{"name": "u\\"", "password": "p\\\\", "tags": "administrator"}],
              "vhosts": [{"name": "v\\t"}],
              "permissions": [{"user": "u\\"", "vhost": "v\\t", "configure": ".*", "write": ".*", "read": ".*"}],
              "policies": []
            }
            """);
  }

  @Test
  void queuesAreMirroredOnceWhereThatIsPossible() {
    assertThat(RabbitMqRelease.parse("3.13.7").hasMirrors()).isTrue();
    assertThat(RabbitMqRelease.parse("4.0.1").hasMirrors()).isFalse();
    assertThat(Definitions.of(new Account("guest", "guest", "/"), true))
        .contains(
            "\"pattern\": \"^mirrored\\\\.\"", "\"ha-mode\": \"exactly\"", "\"ha-params\": 2");
  }
}
