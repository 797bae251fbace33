package io.brokerbench.workers.run;

import io.brokerbench.driver.Seat;
import io.brokerbench.driver.Seat.Span;
import io.brokerbench.workload.WorkerSettings;
import io.brokerbench.workload.WorkerSettings.Placement;
import io.brokerbench.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/** Deals the senders and the consumer clients of a run to workers, by their shares. */
final class Seats {

  private Seats() {}

  /**
   * The seats of the workers, in their order.
   *
   * @param run name of the run at the brokers
   * @param names of the workers
   */
  static List<Seat> of(Workload workload, WorkerSettings wanted, String run, List<String> names) {
    double[] shares =
        names.stream().mapToDouble(name -> wanted.shares().getOrDefault(name, 1.0)).toArray();
    boolean apart = wanted.placement() == Placement.APART;
    int half = (names.size() + 1) / 2;
    double[] sending = shares.clone();
    double[] consuming = shares.clone();
    for (int i = 0; apart && i < shares.length; i++) {
      (i < half ? consuming : sending)[i] = 0;
    }
    List<Span> senders = deal(workload.load().threads(), sending);
    List<Span> clients =
        deal(workload.consumption().any() ? workload.consumption().clients() : 0, consuming);
    List<Seat> seats = new ArrayList<>();
    for (int i = 0; i < shares.length; i++) {
      seats.add(new Seat(senders.get(i), clients.get(i), run));
    }
    return seats;
  }

  /** Consecutive indexes for each share, so that all indexes are dealt. */
  private static List<Span> deal(int number, double[] shares) {
    double all = DoubleStream.of(shares).sum();
    List<Span> spans = new ArrayList<>();
    double sum = 0;
    int from = 0;
    for (double share : shares) {
      sum += share;
      int to = (int) Math.round(number * sum / all);
      spans.add(new Span(from, to));
      from = to;
    }
    return spans;
  }
}
