package io.brokerbench.monitor;

import io.brokerbench.units.Text;

/** A kind of source of a node's figures. */
public enum SourceKind {
  /** Prometheus' node_exporter: the machine. */
  NODE_EXPORTER,
  /** Prometheus' JMX exporter in the broker's JVM: the broker's process, heap and collections. */
  JVM,
  /** process-exporter: a group of processes, the broker's among them. */
  PROCESS_EXPORTER,
  /** RocketMQ's own exporter, in brokers from release 5.1 on: what the broker knows of itself. */
  ROCKETMQ,
  /** A Prometheus server that collects any of the others. */
  PROMETHEUS;

  /** Name in settings and results. */
  public String key() {
    return Text.notation(this);
  }
}
