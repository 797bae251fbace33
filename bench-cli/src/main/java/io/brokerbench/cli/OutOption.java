package io.brokerbench.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The place of results. */
final class OutOption {

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where result directories are made (default: results)")
  @Nullable String directory;
}
