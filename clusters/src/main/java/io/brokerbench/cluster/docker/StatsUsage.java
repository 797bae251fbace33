package io.brokerbench.cluster.docker;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.model.MemoryStatsConfig;
import com.github.dockerjava.api.model.Statistics;
import com.github.dockerjava.api.model.StatsConfig;
import io.brokerbench.results.ProcessFigure;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The usage of a container as reported by its engine once per second, for engines in a virtual
 * machine. Bytes read and written are not reported: the engine's counts leave out most of the data
 * that brokers write through mapped files.
 */
final class StatsUsage extends ResultCallback.Adapter<Statistics> implements ContainerUsage {

  private volatile Map<ProcessFigure, Long> last = Map.of();

  /** Starts listening. */
  StatsUsage(DockerClient client, String container) {
    client.statsCmd(container).exec(this);
  }

  @Override
  public void onNext(Statistics statistics) {
    Long cpuNanos = statistics.getCpuStats().getCpuUsage().getTotalUsage();
    if (cpuNanos != null && cpuNanos > 0) {
      Map<ProcessFigure, Long> figures = new EnumMap<>(ProcessFigure.class);
      figures.put(ProcessFigure.CPU_NANOS, cpuNanos);
      Long memoryBytes = memoryBytes(statistics.getMemoryStats());
      if (memoryBytes != null) {
        figures.put(ProcessFigure.RSS_BYTES, memoryBytes);
      }
      last = figures;
    }
  }

  private static @Nullable Long memoryBytes(@Nullable MemoryStatsConfig memory) {
    if (memory == null || memory.getUsage() == null) {
      return null;
    }
    StatsConfig stats = memory.getStats();
    if (stats != null && stats.getRss() != null && stats.getMappedFile() != null) {
      return stats.getRss() + stats.getMappedFile();
    }
    // Control groups, version 2: the figure of docker stats.
    return stats != null && stats.getInactiveFile() != null
        ? memory.getUsage() - stats.getInactiveFile()
        : memory.getUsage();
  }

  @Override
  public Map<ProcessFigure, Long> read() {
    return last;
  }

  @Override
  public void close() {
    try {
      super.close();
    } catch (IOException e) {
      // The engine ends the stream with the container.
    }
  }
}
