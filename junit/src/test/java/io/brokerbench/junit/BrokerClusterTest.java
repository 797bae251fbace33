package io.brokerbench.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** The extension, in test classes that these tests run. */
final class BrokerClusterTest {

  private final Map<String, String> entries = new TreeMap<>();
  private final Map<String, String> failures = new TreeMap<>();

  @BeforeEach
  void reset() {
    CountedClusterFactory.STARTED.set(0);
    CountedClusterFactory.CLOSED.set(0);
    CountedClusterFactory.CHECKED.set(0);
    ClustersOfTests.ADDRESSES.clear();
  }

  private void run(Class<?> tests) {
    LauncherFactory.create()
        .execute(
            LauncherDiscoveryRequestBuilder.request().selectors(selectClass(tests)).build(),
            new TestExecutionListener() {
              @Override
              public void reportingEntryPublished(TestIdentifier test, ReportEntry entry) {
                entries.putAll(entry.getKeyValuePairs());
              }

              @Override
              public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                result
                    .getThrowable()
                    .ifPresent(
                        thrown ->
                            failures.put(
                                test.getDisplayName().replaceFirst("\\(.*", ""),
                                String.valueOf(thrown.getMessage())));
              }
            });
  }

  @Test
  void theClusterOfAClassIsStartedOnceAndClosed() {
    run(ClustersOfTests.OfAClass.class);
    assertThat(failures).isEmpty();
    assertThat(ClustersOfTests.ADDRESSES).hasSize(3);
    assertThat(Set.copyOf(ClustersOfTests.ADDRESSES)).hasSize(1);
    assertThat(CountedClusterFactory.STARTED).hasValue(1);
    // Not by the run on it, for which the cluster has its memory and its ports already.
    assertThat(CountedClusterFactory.CHECKED).hasValue(1);
    assertThat(CountedClusterFactory.CLOSED).hasValue(1);
  }

  @Test
  void aTestOrANestedClassWithAClusterOfItsOwnDoesNotGetThatOfTheClassAround() {
    run(ClustersOfTests.OfAClassAndWithin.class);
    assertThat(failures).isEmpty();
    assertThat(ClustersOfTests.ADDRESSES).hasSize(3).doesNotHaveDuplicates();
    assertThat(CountedClusterFactory.STARTED).hasValue(3);
    assertThat(CountedClusterFactory.CLOSED).hasValue(3);
  }

  @Test
  void theInvocationsOfAParameterizedClassShareItsCluster() {
    run(ClustersOfTests.OfAParameterizedClass.class);
    assertThat(failures).isEmpty();
    // Of each invocation: a test and a nested one, each with a constructor before it.
    assertThat(ClustersOfTests.ADDRESSES).hasSize(8);
    assertThat(Set.copyOf(ClustersOfTests.ADDRESSES)).hasSize(1);
    assertThat(CountedClusterFactory.STARTED).hasValue(1);
    assertThat(CountedClusterFactory.CLOSED).hasValue(1);
  }

  @ParameterizedTest
  @ValueSource(
      classes = {ClustersOfTests.OfAnAnnotation.class, ClustersOfTests.OfAnInterface.class})
  void theAnnotationMayBeOnAnotherOneOrOnAnInterface(Class<?> tests) {
    run(tests);
    assertThat(failures).isEmpty();
    assertThat(ClustersOfTests.ADDRESSES).hasSize(1);
    assertThat(CountedClusterFactory.STARTED).hasValue(1);
    assertThat(CountedClusterFactory.CLOSED).hasValue(1);
  }

  @Test
  void settingsOfRunsMayBeThoseOfAnyBenchmark() {
    run(ClustersOfTests.OfConsumers.class);
    assertThat(ClustersOfTests.ADDRESSES).hasSize(1);
    assertThat(failures).containsOnlyKeys("hasABadSettingAsWell");
    assertThat(failures.get("hasABadSettingAsWell"))
        .contains("--set: memory.service-rate must be a rate such as 2000/s")
        .doesNotContain("backlog");
  }

  @Test
  void everyMemberIsASettingOfTheCluster() {
    run(ClustersOfTests.WithWrongMembers.class);
    assertThat(failures).containsOnlyKeys("flushAndTopology", "replicationAndTopology", "version");
    assertThat(failures.get("flushAndTopology"))
        .contains("cluster.flush must be async where cluster.topology is dledger");
    assertThat(failures.get("replicationAndTopology"))
        .contains("cluster.replication needs a slave, but cluster.topology is 1m; got \"sync\"");
    assertThat(failures.get("version"))
        .contains("cluster.version must be a release such as 5.5.0 or 4.9.7, got \"latest\"");
    assertThat(ClustersOfTests.ADDRESSES).isEmpty();
  }

  @Test
  void aClusterThatNoTestNeedsIsNotStarted() {
    run(ClustersOfTests.WithoutAParameter.class);
    assertThat(failures).isEmpty();
    assertThat(CountedClusterFactory.STARTED).hasValue(0);
  }

  @Test
  void aClusterThatDoesNotStartFailsTheTestsAndNotTheClassAsWell() {
    run(ClustersOfTests.OfAClassWithABadSetting.class);
    assertThat(failures).containsOnlyKeys("first", "second");
  }

  @Test
  void aRunPublishesItsReportAndABadSettingFailsTheTestWithItsLine() {
    run(ClustersOfTests.OfTests.class);
    assertThat(entries).containsOnlyKeys(BrokerCluster.REPORT);
    assertThat(Path.of(entries.values().iterator().next())).exists().hasFileName("report.html");
    assertThat(failures).containsOnlyKeys("hasABadSetting", "hasNoSetting");
    assertThat(failures.get("hasABadSetting"))
        .contains("--set: memory.service-rate must be a rate such as 2000/s");
    assertThat(failures.get("hasNoSetting")).contains("must be key=value, got \"fast\"");
    assertThat(ClustersOfTests.ADDRESSES).isEmpty();
  }
}
