package io.brokerbench.fault;

import io.brokerbench.fault.FaultAnalysis.LoadSpan;
import io.brokerbench.fault.ModelRun.Fate;
import io.brokerbench.fault.ModelRun.Message;
import io.brokerbench.fault.ModelRun.Receipt;
import io.brokerbench.results.faults.FaultImpact;
import io.brokerbench.results.faults.FaultImpact.ConsumerImpact;
import io.brokerbench.results.faults.FaultImpact.LossInSecond;
import io.brokerbench.results.faults.FaultImpact.QueueImpact;
import io.brokerbench.results.faults.FaultImpact.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Each figure of {@link FaultImpact} by its definition alone: loops over all messages for each
 * moment. Times are ticks of 0.1 ms.
 */
final class FaultReference {

  private static final long NEVER = Long.MAX_VALUE;

  private final List<Message> messages;
  private final List<InjectedFault> faults;
  private final LoadSpan load;
  private final @Nullable Long slow;
  private final long limit;
  private long at;
  private long end;

  /** Those that had not ended before the injection. */
  private List<Message> later = List.of();

  FaultReference(List<Message> messages, List<InjectedFault> faults, LoadSpan load) {
    this.messages = messages;
    this.faults = faults;
    this.load = load;
    this.slow = slow();
    this.limit = slow == null ? 1_000 : slow;
  }

  FaultImpact impact(int index) {
    InjectedFault fault = faults.get(index);
    at = tick(fault.atNanos());
    end = tick(load.endNanos());
    if (index + 1 < faults.size()) {
      end = Math.min(end, tick(faults.get(index + 1).atNanos()));
    }
    end = Math.max(at, end);
    later = messages.stream().filter(m -> end(m) >= at).toList();
    List<Window> windows = windows();
    double unavailable = 0;
    for (Window window : windows) {
      Double to = window.toSeconds();
      unavailable += (to == null ? seconds(end - at) : to) - Math.max(0, window.fromSeconds());
    }
    Double rateBack = rateBack();
    Double latencyBack = slow == null ? null : latencyBack();
    long counted =
        rateBack == null || latencyBack == null
            ? end
            : at + Math.round(Math.max(rateBack, latencyBack) * 1e4);
    return new FaultImpact(
        fault.plan(),
        fault.node(),
        seconds(at - tick(load.startNanos())),
        fault.endedNanos() == null ? null : seconds(tick(fault.endedNanos()) - at),
        detection(),
        windows,
        Math.round(unavailable * 1e4) / 1e4,
        windows.isEmpty() ? null : windows.get(0).toSeconds(),
        rateBack,
        latencyBack,
        recovered(fault),
        slow == null ? null : seconds(slow),
        count(m -> due(m) >= at && due(m) < counted),
        count(m -> due(m) >= at && due(m) < counted && inTime(m)),
        count(m -> due(m) >= at && due(m) < counted && acked(m) && !inTime(m)),
        count(m -> due(m) >= at && due(m) < counted && m.fate() == Fate.REJECTED),
        count(m -> due(m) >= at && due(m) < counted && isUnknown(m)),
        count(m -> due(m) >= at && due(m) < counted && m.fate() == Fate.UNSENT),
        consumption(index),
        List.of());
  }

  private ConsumerImpact consumption(int index) {
    SortedMap<Long, Long> lost = lost(index);
    long loadEnd = tick(load.endNanos());
    long from = tick(load.measuredFromNanos());
    long due = messages.stream().filter(m -> due(m) >= from && due(m) < loadEnd).count();
    long before = 0;
    for (long backlog : backlogs(from, tick(faults.get(0).atNanos())).values()) {
      before = Math.max(before, backlog);
    }
    long level = Math.max(2 * before, due * 1_000 / (loadEnd - from));
    SortedMap<Long, Long> backlogs = backlogs(at, end);
    long max = 0;
    @Nullable Double back = 0.0;
    for (Map.Entry<Long, Long> moment : backlogs.entrySet()) {
      max = Math.max(max, moment.getValue());
      if (moment.getValue() > level) {
        back = null;
      } else if (back == null) {
        back = seconds(moment.getKey() - at);
      }
    }
    return new ConsumerImpact(
        lost.values().stream().mapToLong(Long::longValue).sum(),
        lost.isEmpty() ? null : seconds(lost.lastKey()),
        lost.isEmpty() ? null : seconds(lost.firstKey()),
        bySecond(lost),
        count(index, Receipt::twice),
        count(index, Receipt::late),
        max,
        level,
        back,
        unavailableQueues(from));
  }

  private List<QueueImpact> unavailableQueues(long from) {
    List<QueueImpact> impacts = new ArrayList<>();
    for (int queue = 0; queue < 5; queue++) {
      int number = queue;
      List<Long> acked =
          messages.stream()
              .filter(m -> acked(m) && received(m) != NEVER && ModelRun.queue(m) == number)
              .map(FaultReference::end)
              .sorted()
              .toList();
      long first = tick(faults.get(0).atNanos());
      List<Long> before = acked.stream().filter(t -> t >= from && t < first).toList();
      long usual = limit;
      for (int i = 1; i < before.size(); i++) {
        usual = Math.max(usual, 2 * (before.get(i) - before.get(i - 1)));
      }
      List<Window> windows = new ArrayList<>();
      double sum = 0;
      for (long last : acked) {
        long next = acked.stream().filter(t -> t > last).mapToLong(t -> t).min().orElse(NEVER);
        long to = Math.min(next, end);
        if (next > at && to - last > usual) {
          Window window =
              new Window(seconds(last - at), next < end ? (Double) seconds(next - at) : null);
          if (!windows.contains(window)) {
            windows.add(window);
            sum += seconds(to - Math.max(last, at));
          }
        }
      }
      if (before.size() >= 20 && !windows.isEmpty()) {
        impacts.add(new QueueImpact(queue, windows, Math.round(sum * 1e4) / 1e4));
      }
    }
    return impacts;
  }

  /** Messages acknowledged and received later, at each moment of a time at which that changes. */
  private SortedMap<Long, Long> backlogs(long from, long to) {
    List<Message> received =
        messages.stream()
            .filter(m -> acked(m) && (m.receipt().open() || received(m) != NEVER))
            .toList();
    long[] ends = received.stream().mapToLong(FaultReference::end).toArray();
    long[] receipts = received.stream().mapToLong(FaultReference::received).toArray();
    TreeSet<Long> moments = new TreeSet<>();
    for (Message m : received) {
      moments.add(end(m));
      moments.add(received(m));
    }
    moments.removeIf(t -> t < from || t >= to);
    moments.add(from);
    SortedMap<Long, Long> backlogs = new TreeMap<>();
    for (long t : moments) {
      long count = 0;
      for (int i = 0; i < ends.length; i++) {
        count += ends[i] <= t && receipts[i] > t ? 1 : 0;
      }
      backlogs.put(t, count);
    }
    return backlogs;
  }

  private long count(int index, Predicate<Receipt> kind) {
    return messages.stream()
        .filter(m -> m.fate() != Fate.UNSENT && kind.test(m.receipt()))
        .filter(m -> nearest(m.fate() == Fate.UNANSWERED ? due(m) : end(m)) == index)
        .count();
  }

  private @Nullable Double detection() {
    long first = NEVER;
    for (Message m : messages) {
      if (due(m) < end && troubled(m) >= at && troubled(m) < end) {
        first = Math.min(first, Math.max(at, due(m)));
      }
    }
    return first == NEVER ? null : seconds(first - at);
  }

  private List<Window> windows() {
    TreeSet<Long> answers = new TreeSet<>();
    messages.stream().filter(m -> acked(m) && end(m) < end).forEach(m -> answers.add(end(m)));
    List<Window> windows = new ArrayList<>();
    long from = -1;
    for (long to : answers) {
      addWindow(windows, from, to);
      from = to;
    }
    addWindow(windows, from, NEVER);
    return windows;
  }

  private void addWindow(List<Window> windows, long last, long next) {
    long to = Math.min(next, end);
    if (to - last <= limit || next <= at) {
      return;
    }
    long from = NEVER;
    for (Message m : messages) {
      if (due(m) > last) {
        from = Math.min(from, due(m));
      } else if (due(m) >= last - limit && end(m) > last) {
        from = last;
      }
    }
    if (from < to && to - from > limit) {
      windows.add(new Window(seconds(from - at), next == NEVER ? null : seconds(next - at)));
    }
  }

  /** When both were back for good: after the injection, and after the node was back at its end. */
  private @Nullable Double recovered(InjectedFault fault) {
    long injected = at;
    List<Message> sinceInjection = later;
    Double first = recovered();
    Long ended = fault.endedNanos();
    if (ended == null) {
      return first;
    }
    long back = Math.max(injected, tick(ended));
    if (back >= end) {
      return null;
    }
    at = back;
    later = messages.stream().filter(m -> end(m) >= at).toList();
    Double second = recovered();
    double shift = seconds(at - injected);
    at = injected;
    later = sinceInjection;
    return first == null || second == null
        ? null
        : Double.valueOf(Math.round(Math.max(first, second + shift) * 1e4) / 1e4);
  }

  private @Nullable Double recovered() {
    Double rate = rateBack();
    Double latency = slow == null ? rate : latencyBack();
    return rate == null || latency == null ? null : Double.valueOf(Math.max(rate, latency));
  }

  private @Nullable Double rateBack() {
    return back(
        t ->
            99 * count(m -> due(m) >= at && due(m) <= t && !inTime(m))
                + 99 * count(m -> inTime(m) && end(m) >= at && end(m) <= t)
                - 100 * count(m -> acked(m) && end(m) >= at && end(m) <= t));
  }

  private @Nullable Double latencyBack() {
    return back(
        t ->
            100 * count(m -> due(m) >= at && due(m) <= t && !inTime(m))
                - count(m -> due(m) >= at && due(m) <= t));
  }

  /** The moment after the last one with the maximum. */
  private @Nullable Double back(ToLongFunction<Long> shortfall) {
    TreeSet<Long> moments = new TreeSet<>();
    for (Message m : later) {
      moments.add(due(m));
      moments.add(end(m));
    }
    long judged = end - limit;
    moments.removeIf(t -> t < at || t >= judged);
    long max = 0;
    long back = at;
    boolean here = false;
    for (long t : moments) {
      long value = shortfall.applyAsLong(t);
      if (value > 0 && value >= max) {
        max = value;
        here = true;
      } else if (here) {
        back = t;
        here = false;
      }
    }
    long from = back;
    boolean shown = count(m -> due(m) >= from && due(m) < judged) >= 100;
    return here || !shown ? null : seconds(back - at);
  }

  private SortedMap<Long, Long> lost(int index) {
    SortedMap<Long, Long> lost = new TreeMap<>();
    for (Message m : messages) {
      if (m.receipt().lost() && acked(m) && nearest(end(m)) == index) {
        lost.merge(due(m) - at, 1L, Long::sum);
      }
    }
    return lost;
  }

  private int nearest(long tick) {
    long distance = NEVER;
    int nearest = 0;
    for (int i = 0; i < faults.size(); i++) {
      InjectedFault fault = faults.get(i);
      long own = Math.abs(tick - tick(fault.atNanos()));
      if (fault.endedNanos() != null) {
        own = Math.min(own, Math.abs(tick - tick(fault.endedNanos())));
      }
      if (own <= distance) {
        distance = own;
        nearest = i;
      }
    }
    return nearest;
  }

  private static List<LossInSecond> bySecond(SortedMap<Long, Long> lost) {
    Map<Long, Long> seconds = new TreeMap<>();
    lost.forEach((tick, count) -> seconds.merge((long) Math.floor(tick / 1e4), count, Long::sum));
    return seconds.entrySet().stream()
        .map(each -> new LossInSecond(each.getKey(), each.getValue()))
        .toList();
  }

  /** Twice the smallest response that at least 99 % do not exceed. */
  private @Nullable Long slow() {
    long from = tick(load.measuredFromNanos());
    long to = tick(faults.get(0).atNanos());
    List<Long> responses =
        messages.stream()
            .filter(m -> acked(m) || m.fate() == Fate.UNKNOWN)
            .filter(m -> due(m) >= from && due(m) < to && end(m) < to)
            .map(m -> end(m) - due(m))
            .sorted()
            .toList();
    if (responses.size() < 1_000) {
      return null;
    }
    for (int i = 0; ; i++) {
      if ((i + 1) >= 0.99 * responses.size()) {
        return 2 * responses.get(i);
      }
    }
  }

  /** When it failed or became slow. */
  private long troubled(Message m) {
    return inTime(m) ? NEVER : Math.min(end(m), due(m) + limit);
  }

  private boolean inTime(Message m) {
    return acked(m) && end(m) - due(m) <= limit;
  }

  private static boolean acked(Message m) {
    return m.fate() == Fate.ACKED;
  }

  private static boolean isUnknown(Message m) {
    return m.fate() == Fate.UNKNOWN || m.fate() == Fate.UNANSWERED;
  }

  private static long due(Message m) {
    return Math.floorDiv(m.dueNanos(), 100_000);
  }

  private static long end(Message m) {
    return m.endNanos() == NEVER
        ? NEVER
        : due(m) + Math.floorDiv(m.endNanos() - m.dueNanos() + 99_999, 100_000);
  }

  private static long received(Message m) {
    long nanos = m.receipt().nanos();
    return nanos == NEVER ? NEVER : Math.floorDiv(nanos + 99_999, 100_000);
  }

  /** Number of messages that had not ended before the injection and are to be counted. */
  private long count(Predicate<Message> counted) {
    long count = 0;
    for (Message m : later) {
      count += counted.test(m) ? 1 : 0;
    }
    return count;
  }

  private static long tick(long nanos) {
    return Math.floorDiv(nanos - ModelRun.ORIGIN, 100_000);
  }

  private static double seconds(long ticks) {
    return ticks / 1e4;
  }
}
