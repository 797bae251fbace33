package io.brokerbench.results;

import static io.brokerbench.results.ProcessColumn.tableColumn;

import io.brokerbench.results.Resources.ProcessUse;
import io.brokerbench.units.Units;
import java.util.Arrays;
import java.util.List;

/**
 * A figure of a process that is sampled once per second, in the order of its columns in {@code
 * intervals.csv}. It describes itself: {@code intervals.csv} and the live meters have every
 * constant, the table of processes those with columns. {@link ProcessUse} summarizes the measured
 * time.
 */
public enum ProcessFigure {
  /** Processor time, user and system, nanoseconds; in {@code intervals.csv}, processors used. */
  CPU_NANOS(
      Kind.PROCESSOR_NANOS,
      "CpuCores",
      "cpu.seconds",
      "Processor time, user and system",
      tableColumn("cores", ProcessUse::cpuCoresMean, "%,.2f"),
      tableColumn("CPU/msg", ProcessUse::cpuMicrosPerMessage, "%,.1f us")),
  /** Resident memory, anonymous and of mapped files, bytes. */
  RSS_BYTES(
      Kind.LEVEL,
      "RssBytes",
      "resident.bytes",
      "Resident memory",
      tableColumn("memory", ProcessUse::rssBytesMax, Units::bytes)),
  /** Used heap, bytes. */
  HEAP_USED_BYTES(
      Kind.LEVEL,
      "HeapUsedBytes",
      "heap.bytes",
      "Used heap",
      tableColumn("heap", ProcessUse::heapUsedBytesMax, Units::bytes)),
  /** Garbage collections. */
  GC_COUNT(Kind.COUNTER, "GcCount", "gc.collections", "Collections"),
  /** Time in garbage collections, milliseconds. */
  GC_PAUSE_MILLIS(
      Kind.MILLIS,
      "GcPauseMillis",
      "gc.seconds",
      "Time in collections",
      tableColumn("GC", ProcessUse::gcPauseMillisTotal, "%,.0f ms")),
  /** Bytes written to storage, or dirtied in mapped files. */
  WRITTEN_BYTES(
      Kind.COUNTER,
      "WrittenBytes",
      "written.bytes",
      "Written to storage, or dirtied in mapped files",
      tableColumn("written", ProcessUse::bytesWritten, Units::bytes),
      tableColumn("written/s", ProcessUse::bytesWritten, Units::bytes).perSecond(),
      tableColumn("written/msg", ProcessUse::bytesWrittenPerMessage, Units::bytes)),
  /** Bytes read from storage. */
  READ_BYTES(Kind.COUNTER, "ReadBytes", "read.bytes", "Read from storage");

  /** How a figure develops, and its unit. */
  public enum Kind {
    /** An amount at one moment. Its sum over a time is its maximum. */
    LEVEL,
    /** An amount since the start of the process. Its sum over a time is its growth. */
    COUNTER,
    /** A {@link #COUNTER} of milliseconds. */
    MILLIS,
    /** A {@link #COUNTER} of nanoseconds of processors. */
    PROCESSOR_NANOS
  }

  private final Kind kind;
  private final String column;
  private final String meter;
  private final String help;

  // Their functions have no state.
  @SuppressWarnings("ImmutableEnumChecker")
  private final List<ProcessColumn> columns;

  /**
   * Describes a figure.
   *
   * @param column end of the column's name in {@code intervals.csv}, after that of the process
   * @param meter end of the meter's name, with the unit that Prometheus expects
   * @param help description of the meter, without a full stop
   * @param columns in the table of processes, in their order
   */
  ProcessFigure(Kind kind, String column, String meter, String help, ProcessColumn... columns) {
    this.kind = kind;
    this.column = column;
    this.meter = meter;
    this.help = help;
    this.columns = List.of(columns);
  }

  /** How it develops, and its unit. */
  public Kind kind() {
    return kind;
  }

  /** The end of the column's name in {@code intervals.csv}, after that of the process. */
  public String column() {
    return column;
  }

  /** The end of the meter's name. */
  public String meter() {
    return meter;
  }

  /** Description of the meter, without a full stop. */
  public String help() {
    return help;
  }

  /** The columns of the table that has one row per process. */
  public static List<ProcessColumn> columns() {
    return Arrays.stream(values()).flatMap(figure -> figure.columns.stream()).toList();
  }
}
