package io.brokerbench.workers.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.Seat;
import io.brokerbench.workers.protocol.Report;
import io.brokerbench.workload.TestWorkload;
import io.brokerbench.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SeatsTest {

  private static final String RUN = "run";

  private static List<Seat> seats(int senders, int clients, int workers, String... more) {
    List<String> settings =
        new ArrayList<>(
            List.of(
                "load.threads=" + senders,
                "consume.threads=" + Math.min(1, clients),
                "consume.clients=" + Math.max(1, clients),
                "workers.count=" + workers,
                "workers.local=true"));
    settings.addAll(List.of(more));
    Workload workload = TestWorkload.of(settings.toArray(new String[0]));
    List<String> names = IntStream.range(0, workers).mapToObj(i -> "w" + i).toList();
    return Seats.of(workload, workload.workers(), RUN, names);
  }

  private static List<Integer> counts(List<Seat> seats, Function<Seat, Seat.Span> part) {
    return seats.stream().map(seat -> part.apply(seat).count(Integer.MAX_VALUE)).toList();
  }

  @Test
  void equalWorkersHaveEqualParts() {
    List<Seat> seats = seats(8, 4, 4);
    assertThat(counts(seats, Seat::senders)).containsExactly(2, 2, 2, 2);
    assertThat(counts(seats, Seat::clients)).containsExactly(1, 1, 1, 1);
    assertThat(seats).allMatch(seat -> seat.run().equals(RUN) && seat.joins());
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, 1",
    "5, 3, 2",
    "7, 5, 3",
    "64, 3, 20",
    "3, 64, 20",
    "0, 5, 4",
    "10, 0, 4",
    "1000, 999, 7"
  })
  void everyIndexIsDealtOnceAndEveryWorkerHasSomething(int senders, int clients, int workers) {
    for (List<Seat> seats :
        List.of(
            seats(senders, clients, workers),
            seats(senders, clients, workers, "workers.shares=w0=0.1"))) {
      assertThat(indexes(seats, Seat::senders))
          .containsExactlyElementsOf(IntStream.range(0, senders).boxed().toList());
      assertThat(indexes(seats, Seat::clients))
          .containsExactlyElementsOf(IntStream.range(0, clients).boxed().toList());
    }
    assertThat(seats(senders, clients, workers))
        .allMatch(
            seat -> seat.senders().count(senders) + Math.max(0, seat.clients().count(clients)) > 0);
  }

  private static List<Integer> indexes(List<Seat> seats, Function<Seat, Seat.Span> part) {
    return seats.stream()
        .map(part)
        .flatMap(span -> IntStream.range(span.from(), span.to()).boxed())
        .toList();
  }

  @ParameterizedTest
  @CsvSource({"8, 0", "8, 8", "0, 8"})
  void theStepsOfOneWorkerStandForThoseOfAll(int senders, int clients) {
    List<String> steps = new ArrayList<>();
    byte[] step = Report.newBuilder().setStep("connecting").build().toByteArray();
    for (Seat seat : seats(senders, clients, 4)) {
      FakeWorker fake = new FakeWorker("w");
      RunningWorker unused =
          new RunningWorker(fake.worker().info(), fake, seat, Clock.system(), steps::add);
      fake.reports(step);
    }
    assertThat(steps).containsExactly("connecting");
  }

  @Test
  void unevenWorkersHavePartsByTheirShares() {
    List<Seat> seats = seats(12, 6, 3, "workers.shares=w1=4");
    assertThat(counts(seats, Seat::senders)).containsExactly(2, 8, 2);
    assertThat(counts(seats, Seat::clients)).containsExactly(1, 4, 1);
  }

  @Test
  void sharesThatAreNoWholeNumbersDifferByLessThanOne() {
    List<Integer> senders = counts(seats(10, 0, 4, "workers.shares=w3=3"), Seat::senders);
    for (int i = 0; i < senders.size(); i++) {
      double exact = 10.0 * (i == 3 ? 3 : 1) / 6;
      assertThat(Math.abs(senders.get(i) - exact)).as("worker %d of %s", i, senders).isLessThan(1);
    }
  }

  @Test
  void apartTheFirstHalfSendsAndTheOthersConsume() {
    List<Seat> even = seats(8, 4, 4, "workers.placement=apart");
    assertThat(counts(even, Seat::senders)).containsExactly(4, 4, 0, 0);
    assertThat(counts(even, Seat::clients)).containsExactly(0, 0, 2, 2);
    List<Seat> odd = seats(8, 4, 3, "workers.placement=apart", "workers.shares=w0=3");
    assertThat(counts(odd, Seat::senders)).containsExactly(6, 2, 0);
    assertThat(counts(odd, Seat::clients)).containsExactly(0, 0, 4);
  }
}
