package io.brokerbench.sample;

import io.brokerbench.process.NativeCode;
import io.brokerbench.results.ProcessFigure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import oshi.software.os.OSProcess;
import oshi.software.os.OperatingSystem;

/** Reads the figures that the operating system reports of a process. Thread-safe. */
public final class ProcessReader {

  private static final long NANOS_PER_MILLI = 1_000_000;

  private final OperatingSystem system = NativeCode.system().getOperatingSystem();

  /**
   * The current figures of a process, all except those of JVMs.
   *
   * @return empty if the process has ended
   */
  public Map<ProcessFigure, Long> read(long pid) {
    Map<ProcessFigure, Long> figures = new EnumMap<>(ProcessFigure.class);
    OSProcess process = system.getProcess((int) pid);
    if (process != null) {
      long cpuMillis = process.getKernelTime() + process.getUserTime();
      figures.put(ProcessFigure.CPU_NANOS, cpuMillis * NANOS_PER_MILLI);
      figures.put(ProcessFigure.RSS_BYTES, process.getResidentSetSize());
      figures.put(ProcessFigure.READ_BYTES, process.getBytesRead());
      figures.put(ProcessFigure.WRITTEN_BYTES, process.getBytesWritten());
      openFiles(pid).ifPresent(files -> figures.put(ProcessFigure.OPEN_FILES, files));
    }
    return figures;
  }

  /** Their number, without a list of them: the size of their directory, since Linux 6.2. */
  private static Optional<Long> openFiles(long pid) {
    try {
      return Optional.of(Files.size(Path.of("/proc", Long.toString(pid), "fd")))
          .filter(files -> files > 0);
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
