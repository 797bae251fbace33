package io.brokerbench.sample;

import java.util.Map;

/**
 * The figures of all processes and the host at one moment.
 *
 * @param nanos on the run's clock
 * @param processes by name, in a fixed order: generator first
 * @param nodes those of the nodes that others report, by name; their processes are among {@code
 *     processes}
 * @param generatorWaitNanos total time that the generator's threads waited for a processor since
 *     its start; -1 if unknown
 */
public record Sample(
    long nanos,
    Map<String, ProcessFigures> processes,
    HostFigures host,
    Map<String, NodeFigures> nodes,
    long generatorWaitNanos) {

  /** When the figures of a process were read, on the run's clock. */
  public long readNanos(String process) {
    NodeFigures node = nodes.get(process);
    return node == null ? nanos : node.nanos();
  }
}
