package io.brokerbench.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

final class LatencyRecorderTest {

  @Test
  void countsWhatIsOutOfRangeAndRecordsNothingOfIt() {
    LatencyRecorder recorder = new LatencyRecorder();
    recorder.record(0, -1);
    recorder.record(1, LatencyRecorder.MAX_NANOS + 1);
    recorder.record(2, Long.MIN_VALUE);
    recorder.record(3, Long.MAX_VALUE);
    assertThat(recorder.outOfRange()).isEqualTo(4);
    assertThat(recorder.flip().getTotalCount()).isZero();
  }

  @Test
  void betweenTwoClocksOnlyWhatTheErrorDoesNotExplainIsOutOfRange() {
    LatencyRecorder recorder = new LatencyRecorder();
    recorder.record(0, -200, 200);
    recorder.record(0, -100, 200);
    recorder.record(0, 150, 100);
    recorder.record(0, -201, 200);
    Histogram histogram = recorder.flip();
    assertThat(histogram.getTotalCount()).isEqualTo(3);
    assertThat(histogram.getCountAtValue(0)).isEqualTo(2);
    assertThat(recorder.outOfRange()).isEqualTo(1);
    assertThat(recorder.flipErrorNanos()).isEqualTo(200);
    recorder.record(0, 10, 30);
    recorder.record(0, 10);
    assertThat(recorder.flipErrorNanos()).isEqualTo(30);
    assertThat(recorder.flipErrorNanos()).isZero();
    // All latencies are shorter than this.
    recorder.record(0, 10, Long.MAX_VALUE);
    assertThat(recorder.flipErrorNanos()).isEqualTo(LatencyRecorder.MAX_NANOS);
  }

  @Test
  void takesTheWholeRange() {
    LatencyRecorder recorder = new LatencyRecorder();
    recorder.record(0, 0);
    recorder.record(0, 1);
    recorder.record(0, LatencyRecorder.MAX_NANOS);
    Histogram histogram = recorder.flip();
    assertThat(recorder.outOfRange()).isZero();
    assertThat(histogram.getTotalCount()).isEqualTo(3);
    assertThat(histogram.valuesAreEquivalent(histogram.getMaxValue(), LatencyRecorder.MAX_NANOS))
        .isTrue();
  }

  @Test
  void aFlipHandsOutEachLatencyOnce() {
    LatencyRecorder recorder = new LatencyRecorder();
    recorder.record(0, 100);
    recorder.record(9, 200);
    Histogram first = recorder.flip();
    recorder.record(17, 300);
    Histogram second = recorder.flip();
    assertThat(first.getTotalCount()).isEqualTo(2);
    assertThat(second.getTotalCount()).isEqualTo(1);
    assertThat(second.getCountAtValue(300)).isEqualTo(1);
    assertThat(recorder.flip().getTotalCount()).isZero();
    // The first histogram is the caller's: later flips leave it alone.
    assertThat(first.getTotalCount()).isEqualTo(2);
  }

  @Test
  void keepsThreeDigits() {
    LatencyRecorder recorder = new LatencyRecorder();
    recorder.record(0, 123_456_789);
    assertThat(recorder.flip().getMaxValue()).isBetween(123_456_789L, 123_580_246L);
  }

  @Test
  void losesNothingWhileItIsFlipped() throws InterruptedException {
    LatencyRecorder recorder = new LatencyRecorder();
    int writers = 4;
    int each = 100_000;
    CountDownLatch done = new CountDownLatch(writers);
    for (int w = 0; w < writers; w++) {
      int sender = w * 5;
      new Thread(
              () -> {
                for (int i = 0; i < each; i++) {
                  recorder.record(sender, i);
                }
                done.countDown();
              })
          .start();
    }
    long count = 0;
    while (done.getCount() > 0) {
      count += recorder.flip().getTotalCount();
    }
    count += recorder.flip().getTotalCount();
    assertThat(count).isEqualTo((long) writers * each);
  }
}
