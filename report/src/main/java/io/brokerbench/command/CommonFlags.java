package io.brokerbench.command;

import java.util.List;

/** The flags common to all benchmark commands. */
public final class CommonFlags {

  private CommonFlags() {}

  /** Flags for duration, rate, brokers and output. */
  public static List<Flag> all() {
    return List.of(
        Flag.of("--duration", "load.duration", "TIME", "Measured time; 0 until stopped"),
        Flag.of(
            "--warmup",
            "load.warmup",
            "TIME",
            "Time before it; auto: until steady, at most load.warmup-limit"),
        Flag.of(
            "--rate", "load.rate", "RATE", "Open loop at a rate such as 2000/s; closed for none"),
        Flag.of(
            "--in-flight",
            "load.in-flight",
            "N",
            "Sends without an answer in mode async: 64, 10 each, 10%"),
        Flag.of("--flush", "cluster.flush", "async|sync", "When the brokers write to disk"),
        Flag.of(
            "--replication",
            "cluster.replication",
            "async|sync|sync-role",
            "Whether an acknowledgement waits for the slave"),
        Flag.of("--broker-version", "cluster.version", "V", "Release of the brokers to start"),
        Flag.of("--repeat", "load.repeat", "N", "Runs, each on fresh brokers"),
        Flag.of("--out", "output.directory", "DIR", "Where result directories are made"),
        Flag.of("--name", "name", "NAME", "Part of the result directory's name"),
        Flag.of("--seed", "seed", "N", "Seed of all random values"),
        Flag.of("--metrics-port", "output.metrics-port", "PORT", "Prometheus text while it runs"),
        Flag.of("--driver", "driver", "NAME", "Kind of broker"));
  }
}
