package io.brokerbench.cli;

import java.util.Arrays;
import java.util.stream.Stream;

/** How {@link GuideIT} covers a command of the documentation; the first that matches counts. */
enum Cover {
  /** Measures for up to hours, needs root, or is a nightly test itself: its script exists. */
  BY_HAND(
      "scripts/(?:peers/.*|stalls\\.sh.*|pages record .*|docker/prepare .+|microbench\\.sh --quick -- .*)"
          + "|\\./mvnw test -P nightly .*"),
  /** Builds or installs: it is a line of .ci/run or of a workflow, which may append to it. */
  CI(
      "\\./mvnw .*|\\.ci/run|scripts/\\w+/prepare"
          + "|scripts/(?:test-night|repeat-test|(?:microbench\\.sh|release) ).*"),
  /** Makes what other commands use: run as written before them. */
  PREPARED("scripts/bench worker credentials .*"),
  /** Starts no broker and ends soon: run as written; of {@code check}, only some are. */
  AS_WRITTEN(
      "scripts/\\S+(?: \\w+)? --help"
          + "|scripts/bench (?:compare|history|import|plan|report) .*"
          + "|scripts/bench check (?:workloads/\\w+|mutual-tls)\\.yaml"
          + "|scripts/bench reproduce .* --render .*"
          + "|source <\\(scripts/bench completion\\)|jar xf docs/.*"),
  /** Needs other machines, or does not end by itself: has a test of its own. */
  ELSEWHERE("scripts/(?:(?:workers|bench worker --join) .*|bench serve.*)"),
  /**
   * Needs an external cluster, an image from a registry, or more time than a test has, is run by
   * modes.sh as well, or only checks: its flags, files and settings are checked as they are before
   * a run.
   */
  CHECKED(
      "scripts/bench check .*|.* -n .*|.* --fault .*|.*cluster\\.host=container.*|scripts/bench find .*"
          + "|.* --duration 24h|scripts/bench run workloads/modes\\.yaml .*"
          + "|scripts/bench run workloads/(?:(?:faults|publications|rabbitmq)/|rocketmq/(?!connection-storm)).*"
          + "|scripts/bench reproduce .*"),
  /** Measures: checked likewise, and run for seconds by the nightly tests. */
  SHORTENED(
      "scripts/(?:batch|t)?producer\\.sh.*|scripts/(?:consumer|modes|nightly)\\.sh.*"
          + "|scripts/bench (?:producer|batchproducer|consumer|tproducer|run|doctor|cluster) .*");

  private final String pattern;

  Cover(String pattern) {
    this.pattern = pattern;
  }

  /** One, or none of a command that nothing covers. */
  static Stream<Cover> of(String command) {
    return Arrays.stream(values()).filter(cover -> command.matches(cover.pattern)).limit(1);
  }
}
