package io.brokerbench.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import io.brokerbench.results.Resources.Role;
import io.brokerbench.units.Units;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

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
      Column.of("cores", ProcessUse::cpuCoresMean, "%,.2f"),
      Column.of("CPU/msg", ProcessUse::cpuMicrosPerMessage, "%,.1f us")),
  /** Resident memory, anonymous and of mapped files, bytes. */
  RSS_BYTES(
      Kind.LEVEL,
      "RssBytes",
      "resident.bytes",
      "Resident memory",
      Column.of("memory", ProcessUse::rssBytesMax, Units::bytes)),
  /** Used heap, bytes. */
  HEAP_USED_BYTES(
      Kind.LEVEL,
      "HeapUsedBytes",
      "heap.bytes",
      "Used heap",
      Column.of("heap", ProcessUse::heapUsedBytesMax, Units::bytes)),
  /** Garbage collections. */
  GC_COUNT(Kind.COUNTER, "GcCount", "gc.collections", "Collections"),
  /** Time in garbage collections, milliseconds. */
  GC_PAUSE_MILLIS(
      Kind.MILLIS,
      "GcPauseMillis",
      "gc.seconds",
      "Time in collections",
      Column.of("GC", ProcessUse::gcPauseMillisTotal, "%,.0f ms")),
  /** Bytes written to storage, or dirtied in mapped files. */
  WRITTEN_BYTES(
      Kind.COUNTER,
      "WrittenBytes",
      "written.bytes",
      "Written to storage, or dirtied in mapped files",
      Column.of("written", ProcessUse::bytesWritten, Units::bytes),
      Column.of("written/s", ProcessUse::bytesWritten, Units::bytes).perSecond(),
      Column.of("written/msg", ProcessUse::bytesWrittenPerMessage, Units::bytes)),
  /** Bytes read from storage; in the table where there are any: caches hold what most runs read. */
  READ_BYTES(
      Kind.COUNTER,
      "ReadBytes",
      "read.bytes",
      "Read from storage",
      Column.of("read", ProcessUse::bytesRead, Units::bytes).unlessZero()),
  /** Open files and connections, whose number the system limits. */
  OPEN_FILES(Kind.LEVEL, "OpenFiles", "open.files", "Open files and connections");

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
  private final List<Column> columns;

  /**
   * Describes a figure.
   *
   * @param column end of the column's name in {@code intervals.csv}, after that of the process
   * @param meter end of the meter's name, after {@code process}, with the unit that Prometheus
   *     expects
   * @param help description of the meter, without a full stop
   * @param columns in the table of processes, in their order
   */
  ProcessFigure(Kind kind, String column, String meter, String help, Column... columns) {
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

  /** The name of the live meter after that of the program, in the notation of Micrometer. */
  public String meter() {
    return "process." + meter;
  }

  /** The same in the notation of Prometheus, in which counters have an end of their own. */
  public String prometheusMeter() {
    return meter().replace('.', '_') + (kind == Kind.LEVEL ? "" : "_total");
  }

  /** Description of the meter, without a full stop. */
  public String help() {
    return help;
  }

  /** The columns of the table that has one row for each of these processes. */
  public static List<Column> columns(Collection<ProcessUse> processes) {
    return Arrays.stream(values())
        .flatMap(figure -> figure.columns.stream())
        .filter(column -> column.isShown(processes))
        .toList();
  }

  /**
   * A process.
   *
   * @param role in the run
   * @param cpuCoresMean mean number of processors used; null if unknown
   * @param cpuMicrosPerMessage processor time per message
   * @param rssBytesMax maximum resident memory; null if unknown
   * @param heapUsedBytesMax maximum used heap
   * @param gcCount garbage collections
   * @param gcPauseMillisTotal time in garbage collections
   * @param bytesRead from storage
   * @param bytesWritten to storage
   * @param bytesWrittenPerMessage to storage, per message
   * @param openFilesMax maximum number of open files and connections; null before Linux 6.2
   * @param observedSeconds time from the first to the last of these figures; null in results of
   *     earlier releases
   */
  @JsonInclude(Include.NON_NULL)
  public record ProcessUse(
      Role role,
      @Nullable Double cpuCoresMean,
      @Nullable Double cpuMicrosPerMessage,
      @Nullable Long rssBytesMax,
      @Nullable Long heapUsedBytesMax,
      @Nullable Long gcCount,
      @Nullable Long gcPauseMillisTotal,
      @Nullable Long bytesRead,
      @Nullable Long bytesWritten,
      @Nullable Double bytesWrittenPerMessage,
      @Nullable Long openFilesMax,
      @Nullable Double observedSeconds) {

    private static final double NANOS_PER_MICRO = 1e3;
    private static final double NANOS_PER_SECOND = 1e9;

    /**
     * Length of the time in which the process was observed, in seconds.
     *
     * @param measured seconds of the measured time, which it is in results of earlier releases
     */
    public double observedSeconds(double measured) {
      return observedSeconds == null ? measured : observedSeconds;
    }

    /**
     * Summarizes a process.
     *
     * @param sums of its figures over the time in which it was observed, as {@link Kind} defines
     *     them; without those that are unknown
     * @param nanos length of that time
     * @param messages number of messages in that time
     */
    public static ProcessUse of(
        Role role, Map<ProcessFigure, Long> sums, double nanos, long messages) {
      Long cpuNanos = sums.get(CPU_NANOS);
      Long written = sums.get(WRITTEN_BYTES);
      return new ProcessUse(
          role,
          cpuNanos == null ? null : cpuNanos / nanos,
          cpuNanos == null ? null : perMessage(cpuNanos / NANOS_PER_MICRO, messages),
          sums.get(RSS_BYTES),
          sums.get(HEAP_USED_BYTES),
          sums.get(GC_COUNT),
          sums.get(GC_PAUSE_MILLIS),
          sums.get(READ_BYTES),
          written,
          written == null ? null : perMessage((double) written, messages),
          sums.get(OPEN_FILES),
          nanos / NANOS_PER_SECOND);
    }

    private static @Nullable Double perMessage(double total, long messages) {
      return messages > 0 ? total / messages : null;
    }
  }

  /**
   * A column of the table that has one row per process, on the console and on the page.
   *
   * @param title name in the header
   * @param value null if unknown
   * @param format of a known value, with its unit
   * @param isRate whether the value is divided by the time in which the process was observed
   * @param hasZeros whether the column is shown where no process has a value above 0
   */
  public record Column(
      String title,
      Function<ProcessUse, @Nullable Number> value,
      DoubleFunction<String> format,
      boolean isRate,
      boolean hasZeros) {

    static Column of(
        String title, Function<ProcessUse, @Nullable Number> value, DoubleFunction<String> format) {
      return new Column(title, value, format, false, true);
    }

    /** A column with numbers in a format of {@link String#format}. */
    static Column of(String title, Function<ProcessUse, @Nullable Number> value, String format) {
      return of(title, value, number -> String.format(Locale.ROOT, format, number));
    }

    /** The same column with values per second. */
    Column perSecond() {
      return new Column(title, value, format, true, hasZeros);
    }

    /** The same column, which is left out unless a process has a value above 0. */
    Column unlessZero() {
      return new Column(title, value, format, isRate, false);
    }

    private boolean isShown(Collection<ProcessUse> processes) {
      return hasZeros
          || processes.stream()
              .map(value)
              .anyMatch(number -> number != null && number.doubleValue() > 0);
    }

    /**
     * The cell of a process; {@code n/a} if the value is unknown.
     *
     * @param seconds length of the measured time
     */
    public String text(ProcessUse use, double seconds) {
      Number number = value.apply(use);
      double per = isRate ? use.observedSeconds(seconds) : 1;
      return number == null ? "n/a" : format.apply(number.doubleValue() / per);
    }
  }
}
