package io.brokerbench.cluster;

/** Which brokers there are. */
enum Topology {
  MASTER_AND_SLAVE("1m1s", 2),
  MASTER("1m", 1);

  private final String notation;
  private final int brokers;

  Topology(String notation, int brokers) {
    this.notation = notation;
    this.brokers = brokers;
  }

  static Topology parse(String text) {
    for (Topology topology : values()) {
      if (topology.notation.equals(text.strip())) {
        return topology;
      }
    }
    throw new IllegalArgumentException("must be one of 1m1s, 1m, got \"%s\"".formatted(text));
  }

  String notation() {
    return notation;
  }

  int brokers() {
    return brokers;
  }
}
