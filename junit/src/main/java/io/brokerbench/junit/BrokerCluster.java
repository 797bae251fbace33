package io.brokerbench.junit;

import io.brokerbench.api.BenchmarkCluster;
import io.brokerbench.api.Mode;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A cluster of a test class or a test, for parameters of type {@link BenchmarkCluster}. It starts
 * when the first of them needs it, and is stopped after the class or the test. The cluster of a
 * class is shared by its tests and nested classes. The annotation may also be on an interface of
 * the class, or on another annotation.
 *
 * <p>A member that is left out has the default of the driver. The path of each run's report is
 * published as the report entry {@value #REPORT}.
 */
@Documented
@Inherited
@ExtendWith(BrokerClusterExtension.class)
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface BrokerCluster {

  /** Key of the report entry with the path of a run's report. */
  String REPORT = "brokerbench.report";

  /** The kind of broker: {@code rocketmq}, {@code rabbitmq}, {@code mqtt} or {@code memory}. */
  String driver() default "";

  /** When brokers write messages to disk. */
  Mode flush() default Mode.DEFAULT;

  /** Whether an acknowledgement waits for a replica. */
  Mode replication() default Mode.DEFAULT;

  /** The number of brokers and their roles, such as {@code 1m1s} or {@code dledger}. */
  String topology() default "";

  /** The release of the brokers. */
  String version() default "";

  /** Where brokers run: {@code process} or {@code container}. */
  String host() default "";

  /** Any settings as {@code key=value}; those of runs apply to every run on the cluster. */
  String[] settings() default {};
}
