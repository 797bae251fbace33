package io.brokerbench.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.schedule.RateProfile.Piece;
import io.brokerbench.schedule.Schedule.Arrivals;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.stream.LongStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ScheduleTest {

  private static final long SECOND = 1_000_000_000;

  @Provide
  Arbitrary<List<Piece>> pieces() {
    return RateProfileTest.profiles();
  }

  @Provide
  Arbitrary<Double> roundAndOddRates() {
    return Arbitraries.oneOf(
        Arbitraries.of(1.0, 3.0, 7.0, 1000.0, 2000.0, 10_000.0, 50_000.0, 999_983.0, 1e7),
        Arbitraries.doubles().between(0.5, 1e7).ofScale(3));
  }

  @Property(tries = 200)
  void timesNeverFall(
      @ForAll("pieces") List<Piece> pieces,
      @ForAll Arrivals arrivals,
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 64) int senders) {
    IntendedTimes times =
        new Schedule(RateProfile.of(pieces), arrivals, seed).times(senders / 2, senders, 1);
    long before = 0;
    for (int i = 0; i < 2000; i++) {
      long now = times.nextNanos();
      assertThat(now).isGreaterThanOrEqualTo(before);
      before = now;
    }
  }

  @Property(tries = 200)
  void slicesOfSendersMergeToTheWholeSequence(
      @ForAll("pieces") List<Piece> pieces, @ForAll @IntRange(min = 1, max = 64) int senders) {
    Schedule schedule = uniform(RateProfile.of(pieces));
    assertThat(merged(schedule, senders, 50)).isEqualTo(merged(schedule, 1, 50 * senders));
  }

  @Property(tries = 500)
  void dueCountIsTheNumberOfTimesBefore(
      @ForAll("roundAndOddRates") double rate,
      @ForAll @IntRange(min = 0, max = 3000) int index,
      @ForAll @IntRange(min = -2, max = 2) int offNanos) {
    assertDueCountAgrees(uniform(RateProfile.constant(rate)), index, offNanos);
  }

  @Property(tries = 300)
  void dueCountIsTheNumberOfTimesBeforeInStepsAndRampsToo(
      @ForAll("pieces") List<Piece> pieces,
      @ForAll @IntRange(min = 0, max = 3000) int index,
      @ForAll @IntRange(min = -2, max = 2) int offNanos) {
    assertDueCountAgrees(uniform(RateProfile.of(pieces)), index, offNanos);
  }

  private static void assertDueCountAgrees(Schedule schedule, int index, int offNanos) {
    long[] times = merged(schedule, 3, index / 3 + 4);
    long until = Math.max(0, times[index] + offNanos);
    long before = LongStream.of(times).filter(time -> time < until).count();
    assertThat(unlimited(schedule, 3, 1).due(0, until)).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.7, 3, 7, 997, 1234.5, 33_333.3})
  void doesNotDriftInAnHour(double rate) {
    int stride = 100;
    IntendedTimes times = uniform(RateProfile.constant(rate)).times(0, stride, 1);
    long last = 0;
    long count = (long) (3600 * rate / stride);
    for (long i = 0; i <= count; i++) {
      last = times.nextNanos();
    }
    assertThat((double) last).isCloseTo(count * stride / rate * 1e9, within(1.0));
  }

  @Test
  void messagesDoNotBunchInMilliseconds() {
    IntendedTimes times = uniform(RateProfile.constant(30_000)).times(0, 1, 1);
    long before = times.nextNanos();
    for (int i = 0; i < 100_000; i++) {
      long now = times.nextNanos();
      assertThat(now - before).isBetween(33_333L, 33_334L);
      before = now;
    }
  }

  @Test
  void stepIsFollowedToTheMessage() {
    Schedule schedule =
        uniform(RateProfile.of(List.of(new Piece(1000, 1000, 1), new Piece(4000, 4000, 1))));
    IntendedTimes times = schedule.times(0, 1, 1);
    long[] first = LongStream.generate(times::nextNanos).limit(6000).toArray();
    assertThat(LongStream.of(first).filter(t -> t < SECOND).count()).isEqualTo(1000);
    assertThat(LongStream.of(first).filter(t -> t < 2 * SECOND).count()).isEqualTo(5000);
    assertThat(first[1000]).isEqualTo(SECOND);
    assertThat(first[1001]).isEqualTo(SECOND + 250_000);
  }

  @Test
  void poissonRepeatsWithItsSeedAndDiffersWithAnother() {
    assertThat(merged(poisson(1000, 7), 4, 100)).isEqualTo(merged(poisson(1000, 7), 4, 100));
    assertThat(merged(poisson(1000, 7), 4, 100)).isNotEqualTo(merged(poisson(1000, 8), 4, 100));
  }

  @Test
  void poissonSendersAreDifferent() {
    Schedule schedule = poisson(1000, 7);
    assertThat(times(schedule, 0, 4, 100)).doesNotContain(times(schedule, 1, 4, 100));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 8})
  void poissonGapsOfAllSendersTogetherAreExponential(int senders) {
    int perSender = 40_000 / senders;
    Schedule schedule = poisson(1000, 42);
    long[] all = merged(schedule, senders, perSender);
    // Beyond the first sender's end the sum of the others is thinner.
    long complete =
        LongStream.range(0, senders)
            .map(k -> times(schedule, (int) k, senders, perSender)[perSender - 1])
            .min()
            .orElseThrow();
    long[] times = LongStream.of(all).filter(t -> t <= complete).toArray();
    double[] gapSeconds = new double[times.length - 1];
    for (int i = 0; i < gapSeconds.length; i++) {
      gapSeconds[i] = (times[i + 1] - times[i]) / 1e9;
    }
    double mean = Arrays.stream(gapSeconds).average().orElse(0);
    assertThat(mean).isCloseTo(1e-3, within(2e-5));
    assertThat(kolmogorovSmirnov(gapSeconds, 1000)).isLessThan(1.63);
  }

  @Test
  void poissonFollowsARamp() {
    RateProfile ramp = RateProfile.of(List.of(new Piece(100, 2000, 20)));
    Schedule schedule = new Schedule(ramp, Arrivals.POISSON, 3);
    long[] times = times(schedule, 0, 1, 20_000);
    double[] gapMessages = new double[times.length - 1];
    for (int i = 0; i < gapMessages.length; i++) {
      gapMessages[i] =
          ramp.messagesUntil((double) times[i + 1]) - ramp.messagesUntil((double) times[i]);
    }
    assertThat(kolmogorovSmirnov(gapMessages, 1)).isLessThan(1.63);
    assertThat(unlimited(schedule, 1, 1).due(0, times[15_000])).isEqualTo(15_000);
  }

  @ParameterizedTest
  @EnumSource(Arrivals.class)
  void requestsOfABatchAreSpreadOverTheSendersAndAreAsManyAsAreDue(Arrivals arrivals) {
    Schedule schedule = new Schedule(RateProfile.constant(1_000), arrivals, 5);
    List<Long> all = new ArrayList<>();
    for (int sender = 0; sender < 4; sender++) {
      IntendedTimes times = schedule.times(sender, 4, 16);
      for (long nanos = times.nextNanos(); nanos < 30 * SECOND; nanos = times.nextNanos()) {
        all.add(nanos);
      }
    }
    assertThat(unlimited(schedule, 4, 16).due(0, 30 * SECOND)).isEqualTo(all.size() * 16L);
    if (arrivals == Arrivals.UNIFORM) {
      Collections.sort(all);
      for (int i = 0; i < all.size(); i++) {
        assertThat(all.get(i)).isBetween(i * 16_000_000L - 1, i * 16_000_000L);
      }
    }
  }

  /** The largest distance to the exponential distribution, times root n; 1.63 is its 99 % point. */
  private static double kolmogorovSmirnov(double[] values, double rate) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    double largest = 0;
    for (int i = 0; i < sorted.length; i++) {
      double expected = -Math.expm1(-rate * sorted[i]);
      double below = Math.abs(expected - (double) i / sorted.length);
      double above = Math.abs((i + 1.0) / sorted.length - expected);
      largest = Math.max(largest, Math.max(below, above));
    }
    return largest * Math.sqrt(sorted.length);
  }

  @Property(tries = 300)
  void dueCountKeptWhileRunningIsTheNumberOfTimesInTheMeasuredTime(
      @ForAll("pieces") List<Piece> pieces,
      @ForAll Arrivals arrivals,
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 9) int senders,
      @ForAll @IntRange(min = 1, max = 20) int batch,
      @ForAll @IntRange(max = 400) int mostRequests,
      @ForAll @Size(min = 1, max = 8) List<@IntRange(max = 400) Integer> looks,
      @ForAll @IntRange(max = 400) int begin) {
    Schedule schedule = new Schedule(RateProfile.of(pieces), arrivals, seed);
    // As senders have it: none, or a share of the run's requests.
    IntToLongFunction quota =
        sender ->
            mostRequests == 0
                ? Long.MAX_VALUE
                : (mostRequests / senders + (sender < mostRequests % senders ? 1L : 0)) * batch;
    long[][] times = new long[senders][];
    for (int sender = 0; sender < senders; sender++) {
      times[sender] =
          LongStream.generate(schedule.times(sender, senders, batch)::nextNanos)
              .limit(Math.min(500, quota.applyAsLong(sender) / batch))
              .toArray();
    }
    // Boundaries on times, or between them; after the last of these some are not known here.
    long[] all = Arrays.stream(times).flatMapToLong(LongStream::of).sorted().toArray();
    long from = all[Math.min(begin, all.length - 1)];
    Schedule.DueCount count = schedule.dueCount(senders, batch, quota);
    long to = 0;
    for (int look : looks.stream().sorted().toList()) {
      to = Math.max(to, all[Math.min(look, all.length - 1)] + look % 2);
      long until = to;
      long expected = LongStream.of(all).filter(time -> time >= from && time < until).count();
      assertThat(count.due(Math.min(from, to), to)).isEqualTo(expected * batch);
    }
  }

  private static Schedule.DueCount unlimited(Schedule schedule, int senders, int batch) {
    return schedule.dueCount(senders, batch, sender -> Long.MAX_VALUE);
  }

  private static Schedule uniform(RateProfile profile) {
    return new Schedule(profile, Arrivals.UNIFORM, 0);
  }

  private static Schedule poisson(double rate, long seed) {
    return new Schedule(RateProfile.constant(rate), Arrivals.POISSON, seed);
  }

  private static long[] times(Schedule schedule, int sender, int senders, int count) {
    return LongStream.generate(schedule.times(sender, senders, 1)::nextNanos)
        .limit(count)
        .toArray();
  }

  private static long[] merged(Schedule schedule, int senders, int perSender) {
    return LongStream.range(0, senders)
        .flatMap(k -> LongStream.of(times(schedule, (int) k, senders, perSender)))
        .sorted()
        .toArray();
  }
}
