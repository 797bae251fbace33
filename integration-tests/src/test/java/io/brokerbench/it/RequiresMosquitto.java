package io.brokerbench.it;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Tests that are skipped, with the reason, where mosquitto is not installed; with {@code
 * BENCH_REQUIRE_MOSQUITTO=1} in the environment they fail there.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(RequiresMosquitto.Condition.class)
@interface RequiresMosquitto {

  /** Whether mosquitto is installed. */
  final class Condition extends Installed {

    Condition() {
      super(
          "scripts/mosquitto/prepare",
          "BENCH_REQUIRE_MOSQUITTO",
          "driver=mqtt",
          "cluster.broker=mosquitto");
    }
  }
}
