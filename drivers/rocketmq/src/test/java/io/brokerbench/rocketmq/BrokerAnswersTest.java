package io.brokerbench.rocketmq;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.rocketmq.inspect.GroupAdmin;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Answers of brokers that are text. */
final class BrokerAnswersTest {

  /** As release 5.5.0 gives it. */
  private static final String OFFSETS =
      "{\"groupTopicMap\":{\"g\":[\"t\"]},\"offsetTable\":{\"t@g\":{0:17,1:4},\"t2@g\":{0:5}},"
          + "\"pullOffsetTable\":{\"t@g\":{0:99},\"only@g\":{0:8}}}";

  @Test
  void theOffsetsOfAGroupAreFoundAmongThoseOfAll() {
    assertThat(GroupAdmin.committed(OFFSETS, "t", "g")).isEqualTo(Map.of(0, 17L, 1, 4L));
    assertThat(GroupAdmin.committed(OFFSETS, "t2", "g")).isEqualTo(Map.of(0, 5L));
    assertThat(GroupAdmin.committed(OFFSETS.replace("0:", "\"0\":"), "t2", "g"))
        .isEqualTo(Map.of(0, 5L));
  }

  @Test
  void aGroupWithoutOffsetsHasNone() {
    assertThat(GroupAdmin.committed(OFFSETS, "t", "other")).isEmpty();
    // What was fetched without a group's commit does not count.
    assertThat(GroupAdmin.committed(OFFSETS, "only", "g")).isEmpty();
    assertThat(GroupAdmin.committed("{\"offsetTable\":{}}", "t", "g")).isEmpty();
  }
}
