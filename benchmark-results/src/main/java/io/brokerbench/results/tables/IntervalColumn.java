package io.brokerbench.results.tables;

/**
 * A column of {@code intervals.csv}, which has one row per second. Columns that exist once per key,
 * such as those of a process, belong to a {@link ColumnFamily}. docs/metrics explains each.
 *
 * @param name name in the header
 */
public record IntervalColumn(String name) {

  /** Name of the file in a result directory. */
  public static final String FILE = "intervals.csv";

  /** End of the row, seconds since the start of the load. */
  public static final IntervalColumn TO_SECONDS = new IntervalColumn("toSeconds");

  /** Phase in which the row started: the only column that is not a number. */
  public static final IntervalColumn PHASE = new IntervalColumn("phase");

  /** Messages passed to the client. */
  public static final IntervalColumn ATTEMPTED = new IntervalColumn("attempted");

  /** Messages acknowledged. */
  public static final IntervalColumn ACKED = new IntervalColumn("acked");

  /** Messages rejected. */
  public static final IntervalColumn REJECTED = new IntervalColumn("rejected");

  /** Messages whose outcome became unknown. */
  public static final IntervalColumn UNKNOWN = new IntervalColumn("unknown");

  /** Messages without an outcome at the end of the row. */
  public static final IntervalColumn IN_FLIGHT = new IntervalColumn("inFlight");

  /** Deliveries to consumers. */
  public static final IntervalColumn DELIVERIES = new IntervalColumn("deliveries");

  /** Deliveries that the broker marks as redelivered. */
  public static final IntervalColumn REDELIVERED = new IntervalColumn("redelivered");

  /** Check-backs of transactions. */
  public static final IntervalColumn CHECK_BACKS = new IntervalColumn("checkBacks");

  /** Longest pause of the generator, nanoseconds. */
  public static final IntervalColumn HICCUP_MAX_NANOS = new IntervalColumn("hiccupMaxNanos");

  /** Busy processors of the host. */
  public static final IntervalColumn HOST_CPU_CORES = new IntervalColumn("hostCpuCores");

  /** Processors of the host that waited for storage. */
  public static final IntervalColumn HOST_IO_WAIT_CORES = new IntervalColumn("hostIoWaitCores");

  /** Processors that the hypervisor took from the host. */
  public static final IntervalColumn HOST_STEAL_CORES = new IntervalColumn("hostStealCores");

  /** Load average over one minute at the end of the row. */
  public static final IntervalColumn HOST_LOAD_AVERAGE = new IntervalColumn("hostLoadAverage");

  /** Bytes sent and received, over all interfaces. */
  public static final IntervalColumn HOST_NETWORK_BYTES = new IntervalColumn("hostNetworkBytes");

  /** Bytes written to all disks. */
  public static final IntervalColumn HOST_DISK_WRITTEN_BYTES =
      new IntervalColumn("hostDiskWrittenBytes");

  /** Completed flush requests of all disks. */
  public static final IntervalColumn HOST_DISK_FLUSHES = new IntervalColumn("hostDiskFlushes");
}
