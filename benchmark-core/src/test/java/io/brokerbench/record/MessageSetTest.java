package io.brokerbench.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.record.MessageSet.Range;
import io.brokerbench.record.page.PageStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

final class MessageSetTest {

  private static final int[] PRODUCERS = {0, 1, 7, 32_767, 32_768, 65_535};

  @Property(tries = 100)
  void rangesTellEachMessageOnce(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Map<Integer, Set<Long>> model = new TreeMap<>();
    MessageSet set = new MessageSet(new PageStore());
    int messages = random.nextInt(500);
    for (int i = 0; i < messages; i++) {
      int producer = PRODUCERS[random.nextInt(PRODUCERS.length)];
      long sequence = ((long) random.nextInt(3) << 20) + random.nextInt(60);
      set.add(producer, sequence);
      model.computeIfAbsent(producer, p -> new TreeSet<>()).add(sequence);
    }
    List<Range> expected = ranges(model);
    assertThat(set.size()).isEqualTo(model.values().stream().mapToLong(Set::size).sum());
    assertThat(set.ranges(Integer.MAX_VALUE)).isEqualTo(expected);
    int limit = random.nextInt(20);
    assertThat(set.ranges(limit)).isEqualTo(expected.subList(0, Math.min(limit, expected.size())));
    for (int producer : PRODUCERS) {
      for (long sequence = 0; sequence < 61; sequence++) {
        assertThat(set.contains(producer, sequence))
            .isEqualTo(model.getOrDefault(producer, new TreeSet<>()).contains(sequence));
      }
    }
  }

  private static List<Range> ranges(Map<Integer, Set<Long>> model) {
    List<Range> ranges = new ArrayList<>();
    model.forEach(
        (producer, sequences) ->
            sequences.forEach(
                sequence -> {
                  if (sequences.contains(sequence - 1)) {
                    Range before = ranges.remove(ranges.size() - 1);
                    ranges.add(new Range(producer, before.first(), sequence));
                  } else {
                    ranges.add(new Range(producer, sequence, sequence));
                  }
                }));
    return ranges;
  }

  @Test
  void anEmptySetHasNoRange() {
    assertThat(new MessageSet(new PageStore()).ranges(10)).isEmpty();
    assertThat(new MessageSet(new PageStore()).size()).isZero();
  }
}
