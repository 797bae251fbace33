package io.brokerbench.sample;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Time that the threads of this process were runnable but waited for a processor. Linux reports it
 * per thread in {@code /proc/self/task/N/schedstat}, second number, nanoseconds (kernel
 * documentation, scheduler/sched-stats). Ended threads remain in the sum with their last value. Not
 * thread-safe.
 */
final class SchedulerWait {

  private static final Path TASKS = Path.of("/proc/self/task");

  private final Map<String, Long> nanosByTask = new HashMap<>();

  /** Sum over all threads seen so far; -1 if the system does not report it. */
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
