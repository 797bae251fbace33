package io.brokerbench.cluster;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.model.MemoryStatsConfig;
import com.github.dockerjava.api.model.Statistics;
import com.github.dockerjava.api.model.StatsConfig;
import io.brokerbench.driver.Node.Usage;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A container's figures as its engine tells them, once a second: for engines in a virtual machine.
 * Bytes read and written are not told: what the engine counts leaves out most of what brokers write
 * through mapped files.
 */
final class StatsUsage extends ResultCallback.Adapter<Statistics> implements ContainerUsage {

  private volatile Optional<Usage> last = Optional.empty();

  /** Begins to listen. */
  StatsUsage(DockerClient client, String container) {
    client.statsCmd(container).exec(this);
  }

  @Override
  public void onNext(Statistics statistics) {
    Long cpuNanos = statistics.getCpuStats().getCpuUsage().getTotalUsage();
    if (cpuNanos != null && cpuNanos > 0) {
      last = Optional.of(new Usage(cpuNanos, memoryBytes(statistics.getMemoryStats()), -1, -1));
    }
  }

  private static long memoryBytes(@Nullable MemoryStatsConfig memory) {
    if (memory == null || memory.getUsage() == null) {
      return -1;
    }
    StatsConfig stats = memory.getStats();
    if (stats != null && stats.getRss() != null && stats.getMappedFile() != null) {
      return stats.getRss() + stats.getMappedFile();
    }
    // Version 2 of control groups: what docker stats shows.
    return stats != null && stats.getInactiveFile() != null
        ? memory.getUsage() - stats.getInactiveFile()
        : memory.getUsage();
  }

  @Override
  public Optional<Usage> read() {
    return last;
  }

  @Override
  public void close() {
    try {
      super.close();
    } catch (IOException e) {
      // The engine ends it with the container.
    }
  }
}
