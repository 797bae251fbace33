package io.brokerbench.rocketmq.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.NotPermittedException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class MasterReaderTest {

  private static final Map<String, String> FIGURES = Map.of("figure", "1");

  private final Map<String, SortedMap<Long, String>> brokers = new ConcurrentHashMap<>();
  private final List<String> answers = new CopyOnWriteArrayList<>();

  private void answered(String group, String address, Map<String, String> figures) {
    answers.add(group + " " + address + " " + figures.size());
  }

  /** What each search finds of the group one; nothing new after the last. */
  private final Queue<SortedMap<Long, String>> found = new ConcurrentLinkedQueue<>();

  private void search() {
    SortedMap<Long, String> next = found.poll();
    if (next != null) {
      brokers.put("one", next);
    }
  }

  private @Nullable MasterReader reader;

  private void read(BrokerClocks.Requests requests) {
    reader =
        new MasterReader(
            new BrokerClocks(Clock.system(), requests),
            () -> brokers,
            this::search,
            this::answered);
  }

  @AfterEach
  void close() {
    Objects.requireNonNull(reader).close();
  }

  private long count(String answer) {
    return answers.stream().filter(answer::equals).count();
  }

  @Test
  void everyMasterIsAskedAgainAndAgainWhetherItAnswersOrNot() {
    brokers.put("one", new TreeMap<>(Map.of(0L, "a", 1L, "slave of a")));
    brokers.put("two", new TreeMap<>(Map.of(0L, "b")));
    brokers.put("three", new TreeMap<>(Map.of(1L, "slave of nobody")));
    read(
        address -> {
          if (address.equals("b")) {
            throw new BrokerException("gone");
          }
          return FIGURES;
        });
    await().until(() -> count("one a 1") > 1 && count("two b 0") > 1 && count("three  0") > 1);
    // Another broker is elected.
    brokers.put("two", new TreeMap<>(Map.of(0L, "c")));
    await().until(() -> count("two c 1") > 0);
    assertThat(answers).containsOnly("one a 1", "two b 0", "two c 1", "three  0");
  }

  @Test
  void anotherMasterIsSoughtAndThenTheFormerOneAmongItsSlaves() {
    brokers.put("one", new TreeMap<>(Map.of(0L, "a", 1L, "b")));
    found.add(new TreeMap<>(Map.of(0L, "b")));
    found.add(new TreeMap<>(Map.of(0L, "b", 1L, "a")));
    found.add(new TreeMap<>(Map.of(0L, "not sought")));
    read(
        address -> {
          if (address.equals("a")) {
            throw new BrokerException("gone");
          }
          return FIGURES;
        });
    await().until(() -> count("one b 1") > 2);
    assertThat(answers.get(0)).isEqualTo("one a 0");
    assertThat(found).hasSize(1);
  }

  @Test
  void aMasterThatRefusesTheAccountIsNotAskedAgain() {
    brokers.put("one", new TreeMap<>(Map.of(0L, "a")));
    brokers.put("two", new TreeMap<>(Map.of(0L, "b")));
    read(
        address -> {
          if (address.equals("a")) {
            throw new NotPermittedException("no", new IllegalStateException());
          }
          return FIGURES;
        });
    await().until(() -> count("two b 1") > 2);
    assertThat(count("one a 0")).isEqualTo(1);
  }
}
