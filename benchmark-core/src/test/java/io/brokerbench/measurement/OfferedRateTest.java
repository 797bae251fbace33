package io.brokerbench.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.measurement.Judge.OfferedRate;
import io.brokerbench.schedule.IntendedTimes;
import io.brokerbench.schedule.Schedule;
import io.brokerbench.workload.TestWorkload;
import io.brokerbench.workload.Workload;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongBinaryOperator;
import java.util.function.ObjIntConsumer;
import org.junit.jupiter.api.Test;

/** Senders that are on time, and senders that are not, at all rates and with all thread counts. */
final class OfferedRateTest {

  private static final long SECOND = 1_000_000_000;
  private static final List<String> RATES =
      List.of("1/s", "2/s", "7.3/s", "50/s", "640/s", "5000/s", "1/s..9/s for 10s, 3/s");
  private static final List<Integer> THREADS = List.of(1, 3, 64, 500);
  private static final List<Integer> SECONDS = List.of(5, 30, 60);
  private static final double WARMUP_SECONDS = 2.4;

  private final SplittableRandom random = new SplittableRandom(1);

  /** By less than what they may, and no request is overtaken by the next. */
  @Test
  void sendersThatWakeUpALittleLateNeverMiss() {
    forAll(
        (workload, seconds) ->
            assertThat(
                    missed(
                        workload,
                        seconds,
                        (due, next) ->
                            due + random.nextLong(Math.max(1, Math.min(SECOND / 10, next - due)))))
                .as("%s, %d s", workload.load(), seconds)
                .isFalse());
  }

  @Test
  void sendersThatAreTwoThirdsOfTheTimeLateAlwaysMiss() {
    forAll(
        (workload, seconds) ->
            assertThat(missed(workload, seconds, (due, next) -> due + seconds * SECOND * 2 / 3))
                .as("%s, %d s", workload.load(), seconds)
                .isTrue());
  }

  @Test
  void sendersOfWhichHalfTheMessagesNeverLeaveAlwaysMiss() {
    long[] count = {0};
    forAll(
        (workload, seconds) ->
            assertThat(
                    missed(
                        workload,
                        seconds,
                        (due, next) -> count[0]++ % 2 == 0 ? due : Long.MAX_VALUE))
                .as("%s, %d s", workload.load(), seconds)
                .isTrue());
  }

  @Test
  void aMessageThatWasDueInTheLastMillisecondIsNotMissed() {
    Workload workload = workload("2/s", "uniform", 64, 1);
    OfferedRate rate = rate(workload);
    assertThat(rate.missed(0, 30.001, 61, 60)).isFalse();
    assertThat(rate.missed(0, 30.001, 61, 59)).isTrue();
    assertThat(rate.missed(0, 30, 60, 59)).isTrue();
  }

  @Test
  void aSenderMayHoldAWholeBatch() {
    OfferedRate rate = rate(workload("1000/s", "uniform", 4, 100));
    assertThat(rate.missed(0, 5, 5000, 4900)).isFalse();
    assertThat(rate.missed(0, 5, 5000, 4800)).isTrue();
  }

  private void forAll(ObjIntConsumer<Workload> test) {
    for (String rate : RATES) {
      for (int threads : THREADS) {
        for (int seconds : SECONDS) {
          test.accept(workload(rate, "uniform", threads, 1), seconds);
        }
      }
    }
    for (int threads : THREADS) {
      test.accept(workload("50/s", "uniform", threads, 10), 30);
      test.accept(workload("5000/s", "uniform", threads, 100), 5);
      test.accept(workload("640/s", "poisson", threads, 1), 30);
    }
  }

  private static boolean missed(Workload workload, int seconds, LongBinaryOperator sentNanos) {
    Schedule schedule = workload.load().schedule().orElseThrow();
    int senders = workload.load().threads();
    int batch = workload.message().batch();
    long from = (long) (WARMUP_SECONDS * SECOND);
    long to = from + seconds * SECOND;
    long due = 0;
    long sent = 0;
    for (int sender = 0; sender < senders; sender++) {
      IntendedTimes times = schedule.times(sender, senders, batch);
      long next;
      for (long nanos = times.nextNanos(); nanos < to; nanos = next) {
        next = times.nextNanos();
        if (nanos >= from) {
          due += batch;
          sent += sentNanos.applyAsLong(nanos, next) < to ? batch : 0;
        }
      }
    }
    return rate(workload).missed(WARMUP_SECONDS, seconds, (double) due, sent);
  }

  private static OfferedRate rate(Workload workload) {
    return new OfferedRate(workload, workload.load().schedule().orElseThrow().profile());
  }

  private static Workload workload(String rate, String arrivals, int threads, int batch) {
    return TestWorkload.of(
        "load.rate=" + rate,
        "load.arrivals=" + arrivals,
        "load.threads=" + threads,
        "message.batch=" + batch);
  }
}
