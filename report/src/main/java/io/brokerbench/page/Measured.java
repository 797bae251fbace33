package io.brokerbench.page;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What of a run its figures are of.
 *
 * @param from where measured time begins, seconds from the begin of the load
 * @param to where it ends; infinite if that is not known
 * @param acknowledged whether brokers answered at all
 */
record Measured(double from, double to, boolean acknowledged) {

  /** As {@code run.json} has it; without one, or with one that is older, from the rows. */
  static Measured of(JsonNode run, Rows rows) {
    JsonNode throughput = run.path("throughput");
    boolean acknowledged = run.at("/promise/acknowledged").asBoolean(true);
    if (throughput.path("measuredSeconds").isNumber()) {
      double from = throughput.path("warmupSeconds").asDouble();
      // Written in the middle of the run, it does not know the seconds after it.
      double to =
          run.at("/audit/done").asBoolean(true)
              ? from + throughput.path("measuredSeconds").asDouble()
              : Double.POSITIVE_INFINITY;
      return new Measured(from, to, acknowledged);
    }
    double from = 0;
    double to = Double.POSITIVE_INFINITY;
    for (int row = 0; row < rows.count(); row++) {
      from = rows.warmup(row) ? rows.end(row) : from;
      to = rows.underLoad(row) ? to : Math.min(to, rows.begin(row));
    }
    return new Measured(from, to, acknowledged);
  }

  /** Whether a row lies in measured time, all of it but for its seams. */
  boolean has(Rows rows, int row) {
    double middle = (rows.begin(row) + rows.end(row)) / 2;
    return middle >= from && middle < to;
  }
}
