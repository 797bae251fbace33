package io.brokerbench.cluster;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.exception.NotFoundException;
import io.brokerbench.testkit.Required;
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
import org.junit.jupiter.api.extension.ExtensionContext;
import org.testcontainers.dockerclient.DockerClientProviderStrategy;

/**
 * Tests that are skipped, with the reason, where there is no Docker engine or none of the images;
 * with {@code BENCH_REQUIRE_DOCKER=1} in the environment they fail there.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(RequiresImage.Condition.class)
public @interface RequiresImage {

  /** What scripts/docker/prepare makes, then the official one, which is pulled. */
  String[] value();

  /** Looks for engine and image. */
  final class Condition implements ExecutionCondition {

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      return Required.condition(problem(context.getRequiredTestClass()), "BENCH_REQUIRE_DOCKER");
    }

    private static Optional<String> problem(Class<?> test) {
      try {
        String image = image(test);
        if (!isHere(image)) {
          client().pullImageCmd(image).start().awaitCompletion();
        }
        return Optional.empty();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      } catch (RuntimeException e) {
        return Optional.of("there is no Docker engine or no image: " + e);
      }
    }

    /** The one that a class's tests run on. */
    public static String image(Class<?> test) {
      String[] images = test.getAnnotation(RequiresImage.class).value();
      return isHere(images[0]) ? images[0] : images[1];
    }

    private static boolean isHere(String image) {
      try {
        client().inspectImageCmd(image).exec();
        return true;
      } catch (NotFoundException e) {
        return false;
      }
    }

    public static DockerClient client() {
      List<DockerClientProviderStrategy> strategies = new ArrayList<>();
      ServiceLoader.load(DockerClientProviderStrategy.class).forEach(strategies::add);
      return DockerClientProviderStrategy.getFirstValidStrategy(strategies).getDockerClient();
    }
  }
}
