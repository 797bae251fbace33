package io.brokerbench.sample;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * How long the threads of this process waited on a run queue: they could run but had no processor.
 * Linux tells it per thread in {@code /proc/self/task/N/schedstat}, second number, nanoseconds
 * (kernel documentation, scheduler/sched-stats). Threads that ended stay in the sum with what they
 * had when they were last seen. Not thread-safe.
 */
final class SchedulerWait {

  private static final Path TASKS = Path.of("/proc/self/task");

  private final Map<String, Long> nanosByTask = new HashMap<>();

  /** The sum over all threads seen so far; -1 where the system does not tell. */
  long nanos() {
    try (DirectoryStream<Path> tasks = Files.newDirectoryStream(TASKS)) {
      for (Path task : tasks) {
        read(task);
      }
    } catch (IOException | DirectoryIteratorException e) {
      return -1;
    }
    return nanosByTask.values().stream().mapToLong(Long::longValue).sum();
  }

  private void read(Path task) {
    try {
      String[] figures = Files.readString(task.resolve("schedstat")).strip().split(" ", -1);
      nanosByTask.merge(task.toString(), Long.parseLong(figures[1]), Math::max);
    } catch (IOException | RuntimeException e) {
      // The thread ended meanwhile.
    }
  }
}
