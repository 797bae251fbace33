package io.brokerbench.document;

/** What an axis counts; charts.js shows each in a way of its own. */
public enum Unit {
  /** A bare number to be seen beside 1. */
  RATIO,
  /** Messages, or anything else that is counted. */
  COUNT,
  PER_SECOND,
  NANOS,
  BYTES,
  BYTES_PER_SECOND,
  MILLIS,
  SECONDS,
  /** Of processors. */
  CORES,
  /** From 0 to 1. */
  SHARE,
  /** A percentile p as 1 / (1 - p), so that 90 %, 99 %, 99.9 % stand evenly on a log scale. */
  PERCENTILE,
  /** Places along the axis have names. */
  CATEGORY
}
