package io.brokerbench.driver.created;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.address.HostPort;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.created.CreatedObject.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The record of what runs create on external clusters. */
final class CreatedObjectsTest {

  private static final CreatedObject TOPIC = new CreatedObject(Kind.TOPIC, "orders");
  private static final CreatedObject GROUP = new CreatedObject(Kind.GROUP, "audit");
  private static final String ADDRESS = "10.0.0.1:9876;10.0.0.2:9876";

  private final Path directory;

  CreatedObjectsTest(@TempDir Path directory) {
    this.directory = directory;
  }

  private CreatedObjects objects() {
    return CreatedObjects.in(directory.resolve("created"), "rocketmq", "", ADDRESS);
  }

  private List<RecordedRun> runs(String address) throws IOException {
    return RecordedRun.in(directory.resolve("created"), "rocketmq", address);
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(directory.resolve("created"))) {
      return files.toList();
    }
  }

  @Test
  void whatIsLeftIsListedInTheOrderOfItsRemoval() throws Exception {
    String id;
    try (CreatedObjects created = objects()) {
      id = created.id();
      created.creating(List.of(TOPIC));
      created.creating(List.of(GROUP));
    }

    RecordedRun run = runs("10.0.0.2:9876").get(0);

    assertThat(run.id()).isEqualTo(id);
    assertThat(run.pid()).isEqualTo(ProcessHandle.current().pid());
    assertThat(run.running()).isFalse();
    assertThat(run.objects()).containsExactly(GROUP, TOPIC);
  }

  @Test
  void theRecordGoesWithTheLastObject() throws Exception {
    CreatedObjects created = objects();
    created.creating(List.of(TOPIC, GROUP));
    created.gone(List.of(GROUP));
    created.gone(List.of(TOPIC));
    assertThat(files()).hasSize(1);
    created.close();

    assertThat(files()).isEmpty();
  }

  @Test
  void aRunThatCreatesNothingHasNoRecord() {
    objects().close();

    assertThat(directory.resolve("created")).doesNotExist();
  }

  @Test
  void aRunIsRunningWhileItsProcessHasTheRecord() throws Exception {
    try (CreatedObjects created = objects()) {
      created.creating(List.of(TOPIC));

      assertThat(runs(ADDRESS).get(0).running()).isTrue();
    }
  }

  /** The name was listed, and the record has gone since. */
  @Test
  void aRunThatHasJustEndedIsNotListed() throws Exception {
    try (CreatedObjects created = objects()) {
      created.creating(List.of(TOPIC));
    }
    Path records = directory.resolve("created");
    Files.createSymbolicLink(
        records.resolve("ended" + CreatedObjects.SUFFIX), records.resolve("gone"));

    assertThat(runs(ADDRESS)).hasSize(1);
  }

  @Test
  void runsOfOtherClustersAndDriversAreNotListed() throws Exception {
    try (CreatedObjects created = objects()) {
      created.creating(List.of(TOPIC));
    }

    assertThat(runs("10.0.0.3:9876")).isEmpty();
    assertThat(RecordedRun.in(directory.resolve("created"), "mqtt", ADDRESS)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost:9876", "LOCALHOST.:9876", "[::1]:9876", "127.0.0.1:9876"})
  void aClusterOnThisMachineIsTheSameInAnyNotation(String address) throws Exception {
    Path records = directory.resolve("created");
    try (CreatedObjects created =
        CreatedObjects.in(records, "rocketmq", "", "127.0.0.1:9876;10.0.0.2:9876")) {
      created.creating(List.of(TOPIC));
    }
    try (CreatedObjects created = CreatedObjects.in(records, "rocketmq", "", "localhost:9876")) {
      created.creating(List.of(GROUP));
    }

    assertThat(runs(address)).hasSize(2);
    assertThat(runs("localhost:9877")).isEmpty();
  }

  /** In another virtual host, the queues of a run do not exist, and would be forgotten. */
  @Test
  void aRunIsWithinTheScopeThatItRecorded() throws Exception {
    Path records = directory.resolve("created");
    try (CreatedObjects created = CreatedObjects.in(records, "rocketmq", "host=a", ADDRESS)) {
      created.creating(List.of(TOPIC));
    }

    RecordedRun run = runs(ADDRESS).get(0);

    assertThat(run.scope()).isEqualTo("host=a");
    assertThat(run.isWithin("host=a")).isTrue();
    assertThat(run.isWithin("host=b")).isFalse();
  }

  @Test
  void aRecordWithoutAScopeIsWithinAny() throws Exception {
    try (CreatedObjects created = objects()) {
      created.creating(List.of(TOPIC));
    }
    Path file = files().get(0);
    Files.writeString(file, Files.readString(file).replace(",\"scope\":\"\"", ""));

    assertThat(Files.readString(file)).doesNotContain("scope");
    assertThat(runs(ADDRESS).get(0).isWithin("host=a")).isTrue();
  }

  @Test
  void aLineThatWasBeingWrittenIsIgnored() throws Exception {
    try (CreatedObjects created = objects()) {
      created.creating(List.of(TOPIC));
    }
    Files.writeString(files().get(0), "{\"creating\":[{\"kind\":\"GR", StandardOpenOption.APPEND);

    assertThat(runs(ADDRESS).get(0).objects()).containsExactly(TOPIC);
  }

  @Test
  void whatWasRemovedIsForgotten() throws Exception {
    try (CreatedObjects created = objects()) {
      created.creating(List.of(TOPIC, GROUP));
    }

    runs(ADDRESS).get(0).forget(List.of(GROUP));
    assertThat(runs(ADDRESS).get(0).objects()).containsExactly(TOPIC);
    runs(ADDRESS).get(0).forget(List.of(TOPIC));
    assertThat(files()).isEmpty();
  }

  @Test
  void whatWasRemovedIsForgottenAlsoAfterALineThatWasBeingWritten() throws Exception {
    try (CreatedObjects created = objects()) {
      created.creating(List.of(TOPIC, GROUP));
    }
    Files.writeString(files().get(0), "{\"creating\":[{\"kind\":\"GR", StandardOpenOption.APPEND);

    runs(ADDRESS).get(0).forget(List.of(GROUP));
    assertThat(runs(ADDRESS).get(0).objects()).containsExactly(TOPIC);
    assertThat(files()).hasSize(1);
  }

  @Test
  void nothingMayBeCreatedThatCannotBeRecorded() throws Exception {
    Files.writeString(directory.resolve("created"), "no directory");

    assertThatThrownBy(() -> objects().creating(List.of(TOPIC)))
        .isInstanceOf(BrokerException.class)
        .hasMessageContaining("cannot be recorded")
        .hasMessageContaining("XDG_STATE_HOME");
  }

  @Test
  void theDirectoryIsThatOfTheUsersState() {
    assertThat(CreatedObjects.directory(Map.of("XDG_STATE_HOME", "/var/state")))
        .isEqualTo(Path.of("/var/state/brokerbench/created"));
    assertThat(CreatedObjects.directory(Map.of("XDG_STATE_HOME", "relative")))
        .isEqualTo(Path.of(System.getProperty("user.home"), ".local/state/brokerbench/created"));
  }

  /** In a container whose list of users lacks the one of the process. */
  @Test
  void aUserWithoutANameHasTheHomeOfTheEnvironmentOrNone() {
    String listed = System.getProperty("user.home");
    System.setProperty("user.home", "?");
    try {
      assertThat(CreatedObjects.directory(Map.of("HOME", "/home/bench")))
          .isEqualTo(Path.of("/home/bench/.local/state/brokerbench/created"));
      assertThat(CreatedObjects.directory(Map.of())).startsWithRaw(Path.of("/nonexistent"));
    } finally {
      System.setProperty("user.home", listed);
    }
  }

  @Test
  void anObjectOfOneBrokerNamesIt() {
    CreatedObject session =
        CreatedObject.at(Kind.SESSION, "bb7 at x", new HostPort("10.0.0.1", 1883));

    assertThat(session.plainName()).isEqualTo("bb7 at x");
    assertThat(session.broker()).isEqualTo("10.0.0.1:1883");
  }
}
