package io.brokerbench.cluster.rabbitmq;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.exception.NotFoundException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.testcontainers.dockerclient.DockerClientProviderStrategy;

/**
 * Tests that are skipped, with the reason, where there is no Docker engine or no image of RabbitMQ;
 * with {@code BENCH_REQUIRE_DOCKER=1} in the environment they fail there.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(RequiresImage.Condition.class)
@interface RequiresImage {

  /** Looks for engine and image. */
  final class Condition implements ExecutionCondition {

    // What scripts/docker/prepare makes, else the official one.
    private static final String OURS = "brokerbench/rabbitmq:3.10";
    private static final String OFFICIAL = "rabbitmq:3.13";

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      Optional<String> problem = problem();
      if (problem.isEmpty()) {
        return ConditionEvaluationResult.enabled("there is an image");
      }
      if ("1".equals(System.getenv("BENCH_REQUIRE_DOCKER"))) {
        throw new ExtensionConfigurationException("BENCH_REQUIRE_DOCKER=1, but " + problem.get());
      }
      return ConditionEvaluationResult.disabled(problem.get());
    }

    private static Optional<String> problem() {
      try {
        if (image().equals(OFFICIAL) && !isHere(OFFICIAL)) {
          client().pullImageCmd(OFFICIAL).start().awaitCompletion();
        }
        return Optional.empty();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      } catch (RuntimeException e) {
        return Optional.of("there is no Docker engine or no image: " + e);
      }
    }

    /** The one that tests run on. */
    static String image() {
      return isHere(OURS) ? OURS : OFFICIAL;
    }

    private static boolean isHere(String image) {
      try {
        client().inspectImageCmd(image).exec();
        return true;
      } catch (NotFoundException e) {
        return false;
      }
    }

    static DockerClient client() {
      List<DockerClientProviderStrategy> strategies = new ArrayList<>();
      ServiceLoader.load(DockerClientProviderStrategy.class).forEach(strategies::add);
      return DockerClientProviderStrategy.getFirstValidStrategy(strategies).getDockerClient();
    }
  }
}
