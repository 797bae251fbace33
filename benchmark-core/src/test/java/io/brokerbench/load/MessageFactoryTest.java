package io.brokerbench.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.clock.ManualClock;
import io.brokerbench.driver.Outgoing;
import io.brokerbench.record.MessageHeader;
import io.brokerbench.workload.MessageShape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

final class MessageFactoryTest {

  private final ManualClock clock = new ManualClock();

  @Property(tries = 100)
  void everyMessageOfABatchHasItsOwnSequenceAndAnUnbrokenBody(
      @ForAll @IntRange(min = 32, max = 2000) int size,
      @ForAll @IntRange(min = 1, max = 40) int batch,
      @ForAll boolean reusable) {
    MessageFactory factory = factory(new MessageShape(size, batch, false, 0, 0), 1, reusable);
    for (int request = 0; request < 5; request++) {
      Outgoing[] messages = factory.next((long) request * batch, 77);
      assertThat(messages).hasSize(batch);
      for (int i = 0; i < batch; i++) {
        assertThat(messages[i].body).hasSize(size);
        assertThat(MessageHeader.read(messages[i].body))
            .contains(new MessageHeader(9, 0, (long) request * batch + i, 77));
      }
    }
  }

  @Test
  void aBodyTooSmallForAHeaderIsSentAllTheSame() {
    Outgoing[] messages = factory(new MessageShape(5, 1, false, 0, 0), 1, true).next(0, 0);
    assertThat(messages[0].body).hasSize(5);
  }

  @Test
  void sameSeedGivesTheSameMessagesAndAnotherOneOthers() {
    MessageShape shape = new MessageShape(200, 1, true, 3, 100);
    assertThat(texts(shape, 1)).isEqualTo(texts(shape, 1)).isNotEqualTo(texts(shape, 2));
  }

  private List<String> texts(MessageShape shape, long seed) {
    MessageFactory factory = factory(shape, seed, true);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      Outgoing message = factory.next(i, i)[0];
      texts.add(Arrays.toString(message.body) + message.tag + message.properties + message.key);
    }
    return texts;
  }

  @Test
  void keysTagsAndPropertiesAreThereWhenAskedFor() {
    Outgoing plain = factory(new MessageShape(40, 1, false, 0, 0), 1, true).next(0, 0)[0];
    assertThat(plain.key).isNull();
    assertThat(plain.tag).isNull();
    assertThat(plain.properties).isEmpty();
    MessageFactory factory = factory(new MessageShape(40, 1, true, 3, 100), 1, true);
    clock.advance(5_000_000_000L);
    List<String> tags = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      Outgoing message = factory.next(i, 0)[0];
      tags.add(message.tag);
      assertThat(message.key).isEqualTo("5");
      int bytes =
          message.properties.entrySet().stream()
              .mapToInt(entry -> entry.getKey().length() + entry.getValue().length())
              .sum();
      assertThat(bytes).isBetween(100, 120);
    }
    assertThat(tags).containsExactly("tag0", "tag1", "tag2", "tag0", "tag1", "tag2");
  }

  private MessageFactory factory(MessageShape shape, long seed, boolean reusable) {
    return new MessageFactory(shape, 9, 0, seed, reusable, clock);
  }
}
