package io.brokerbench.it;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Tests that are skipped, with the reason, where RabbitMQ is not installed; with {@code
 * BENCH_REQUIRE_RABBITMQ=1} in the environment they fail there.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(RequiresRabbitMq.Condition.class)
@interface RequiresRabbitMq {

  /** Whether RabbitMQ is installed. */
  final class Condition extends Installed {

    Condition() {
      super("scripts/rabbitmq/prepare", "BENCH_REQUIRE_RABBITMQ", RabbitMq.DRIVER);
    }
  }
}
