package io.brokerbench.sample;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How long the threads of this process waited on a run queue: they could run but had no processor.
 * Linux tells it per thread in {@code /proc/self/task/N/schedstat}, second number, nanoseconds
 * (kernel documentation, scheduler/sched-stats). A thread that ended is no longer in the sum.
 */
final class SchedulerWait {

  private static final Path TASKS = Path.of("/proc/self/task");

  private SchedulerWait() {}

  /** The sum over all living threads; -1 where the system does not tell. */
  static long ofThisProcessNanos() {
    long sum = 0;
    try (DirectoryStream<Path> tasks = Files.newDirectoryStream(TASKS)) {
      for (Path task : tasks) {
        sum += ofTask(task);
      }
      return sum;
    } catch (IOException | DirectoryIteratorException e) {
      return -1;
    }
  }

  private static long ofTask(Path task) {
    try {
      return Long.parseLong(Files.readString(task.resolve("schedstat")).strip().split(" ", -1)[1]);
    } catch (IOException | RuntimeException e) {
      return 0; // the thread ended meanwhile
    }
  }
}
