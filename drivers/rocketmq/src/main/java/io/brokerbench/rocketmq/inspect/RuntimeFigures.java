package io.brokerbench.rocketmq.inspect;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The answer of a broker to {@code getBrokerRuntimeInfo}: texts under RocketMQ's names, which
 * releases 4.5 to 5.5 share.
 *
 * @param table the texts
 */
record RuntimeFigures(Map<String, String> table) {

  static final long UNKNOWN = -1;

  private static final double PERCENT = 100;
  private static final double PERMILLE = 1_000;
  private static final long UNIT = 1_024;
  private static final String UNITS = " KMGTPE";

  /** As RocketMQ formats amounts: {@code 512 B}, {@code 1.5 MiB}. */
  private static final Pattern AMOUNT = Pattern.compile("([0-9.]+) ([KMGTPE]?)i?B");

  /** Numbers of puts by their time: {@code [<=0ms]:5 [0~10ms]:2 [10~50ms]:1}. */
  private static final Pattern PUTS = Pattern.compile("\\[([^\\]]*)\\]:(\\d+)");

  private static final List<String> FAST = List.of("<=0ms", "0~10ms");

  /** An integer; unknown if it is missing. */
  long integer(String name) {
    return Admin.figure(table, name).orElse(UNKNOWN);
  }

  /**
   * Used percentage of the disk with the commit log; of several disks, that of the emptiest, by
   * which the broker decides to delete messages. Unknown if the broker cannot read one of them.
   */
  long diskUsedPercent() {
    try {
      double ratio = Double.parseDouble(table.getOrDefault("commitLogDiskRatio", ""));
      return ratio >= 0 ? Math.round(PERCENT * ratio) : UNKNOWN;
    } catch (NumberFormatException e) {
      return UNKNOWN;
    }
  }

  /** Bytes in the commit log that are not flushed. */
  long unflushedBytes() {
    Matcher amount = AMOUNT.matcher(table.getOrDefault("remainHowManyDataToFlush", ""));
    return amount.matches()
        ? Math.round(
            Double.parseDouble(amount.group(1))
                * Math.pow(UNIT, Math.max(0, UNITS.indexOf(amount.group(2)))))
        : UNKNOWN;
  }

  /** Puts of the last minute that took 10 ms or more, of a thousand; unknown without puts. */
  long slowPutsPermille() {
    Matcher puts = PUTS.matcher(table.getOrDefault("putMessageDistributeTime", ""));
    long all = 0;
    long fast = 0;
    while (puts.find()) {
      long count = Long.parseLong(puts.group(2));
      all += count;
      fast += FAST.contains(puts.group(1)) ? count : 0;
    }
    return all == 0 ? UNKNOWN : Math.round(PERMILLE * (all - fast) / all);
  }

  /** Whether the broker is of a release 4.x, which does not report the state of its replication. */
  boolean isOfRelease4() {
    return table.getOrDefault("brokerVersionDesc", "").startsWith("V4_");
  }

  /** Bytes by which the commit log is ahead of that of a slave. */
  long lead(RuntimeFigures slave) {
    long own = integer("commitLogMaxOffset");
    long others = slave.integer("commitLogMaxOffset");
    return own < 0 || others < 0 ? UNKNOWN : Math.max(0, own - others);
  }
}
