package io.brokerbench.junit;

import io.brokerbench.api.BenchmarkCluster;
import io.brokerbench.api.ClusterSetup;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.file.BadInputException;
import io.brokerbench.page.RunPage;
import io.brokerbench.results.RunResult;
import io.brokerbench.run.RunListener;
import io.brokerbench.units.Text;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/** Starts and stops the clusters of {@link BrokerCluster}. */
final class BrokerClusterExtension
    implements ParameterResolver, AfterEachCallback, AfterAllCallback {

  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(BrokerClusterExtension.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == BenchmarkCluster.class
        && owner(context).isPresent();
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    ExtensionContext owner = owner(context).orElseThrow();
    return store(owner)
        .getOrComputeIfAbsent(
            key(owner), key -> started(annotation(owner).orElseThrow()), BenchmarkCluster.class)
        .with(reports(context));
  }

  @Override
  public void afterEach(ExtensionContext context) {
    close(context);
  }

  @Override
  public void afterAll(ExtensionContext context) {
    close(context);
  }

  private static void close(ExtensionContext context) {
    try {
      BenchmarkCluster cluster = store(context).remove(key(context), BenchmarkCluster.class);
      if (cluster != null) {
        cluster.close();
      }
    } catch (ParameterResolutionException e) {
      // It did not start, with which each test that needed it has failed.
    }
  }

  /** A key of its own for each owner: a store also finds what the stores around it have. */
  private static String key(ExtensionContext owner) {
    return owner.getUniqueId();
  }

  private static ExtensionContext.Store store(ExtensionContext context) {
    return context.getStore(NAMESPACE);
  }

  /** The innermost annotated test or class around a context. */
  private static Optional<ExtensionContext> owner(ExtensionContext context) {
    return annotation(context).isPresent() && !isInvocationOfClass(context)
        ? Optional.of(context)
        : context.getParent().flatMap(BrokerClusterExtension::owner);
  }

  /**
   * Whether a context is one invocation of a parameterized class. It has the class as its element,
   * as has the context around it, to which the constructor and {@link #afterAll} belong.
   */
  private static boolean isInvocationOfClass(ExtensionContext context) {
    return context.getTestMethod().isEmpty()
        && context.getElement().equals(context.getParent().flatMap(ExtensionContext::getElement));
  }

  private static Optional<BrokerCluster> annotation(ExtensionContext context) {
    return AnnotationSupport.findAnnotation(context.getElement(), BrokerCluster.class);
  }

  private static BenchmarkCluster started(BrokerCluster wanted) {
    try {
      return BenchmarkCluster.start(setup -> fill(setup, wanted));
    } catch (BadInputException | BrokerException e) {
      throw new ParameterResolutionException(String.valueOf(e.getMessage()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ParameterResolutionException("interrupted while a cluster started", e);
    }
  }

  private static void fill(ClusterSetup setup, BrokerCluster wanted) {
    add(setup, wanted.driver(), ClusterSetup::driver);
    setup.flush(wanted.flush()).replication(wanted.replication());
    add(setup, wanted.topology(), ClusterSetup::topology);
    add(setup, wanted.version(), ClusterSetup::version);
    add(setup, wanted.host(), ClusterSetup::host);
    for (String setting : wanted.settings()) {
      int equals = setting.indexOf('=');
      if (equals < 1) {
        throw new ParameterResolutionException(
            Text.of("settings: must be key=value, got \"%s\"", setting));
      }
      setup.set(setting.substring(0, equals), setting.substring(equals + 1));
    }
  }

  private static void add(
      ClusterSetup setup, String value, BiConsumer<ClusterSetup, String> setter) {
    if (!value.isEmpty()) {
      setter.accept(setup, value);
    }
  }

  private static RunListener reports(ExtensionContext context) {
    return new RunListener() {
      @Override
      public void ended(RunResult result, Path directory) {
        context.publishReportEntry(
            Map.of(BrokerCluster.REPORT, directory.resolve(RunPage.FILE).toString()));
      }
    };
  }
}
