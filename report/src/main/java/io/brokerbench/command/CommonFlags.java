package io.brokerbench.command;

import static io.brokerbench.command.Concern.CLUSTER;
import static io.brokerbench.command.Concern.LOAD;
import static io.brokerbench.command.Concern.OUTPUT;
import static io.brokerbench.command.Concern.WORKERS;

import java.util.List;

/** The flags common to all benchmark commands. */
public final class CommonFlags {

  private CommonFlags() {}

  public static List<Flag> all() {
    return List.of(
        Flag.of(LOAD, "--duration", "load.duration", "TIME", "Measured time; 0: until stopped"),
        Flag.of(
            LOAD,
            "--warmup",
            "load.warmup",
            "TIME",
            "Warm-up time, or auto: until the rate is steady, at most load.warmup-limit"),
        Flag.of(
            LOAD,
            "--rate",
            "load.rate",
            "RATE",
            "Open loop at a rate, such as 2000/s; closed: each thread waits for its answer"),
        Flag.of(
            LOAD,
            "--in-flight",
            "load.in-flight",
            "N",
            "Limit of unanswered asynchronous sends: 64, 10 each, 10%"),
        Flag.of(
            LOAD,
            "--repeat",
            "load.repeat",
            "N",
            "Number of runs, on fresh brokers unless external"),
        Flag.of(LOAD, "--seed", "seed", "N", "Seed of all random values"),
        Flag.of(
            CLUSTER,
            "--driver",
            "driver",
            "NAME",
            "Kind of broker: rocketmq, rabbitmq, mqtt, memory"),
        Flag.of(
            CLUSTER,
            "--flush",
            "cluster.flush",
            "async|sync",
            "Whether an acknowledgement waits for the disk"),
        Flag.of(
            CLUSTER,
            "--replication",
            "cluster.replication",
            "async|sync|sync-role",
            "Whether an acknowledgement waits for the slave"),
        Flag.of(
            CLUSTER, "--broker-version", "cluster.version", "V", "Release of the brokers to start"),
        Flag.of(OUTPUT, "--out", "output.directory", "DIR", "Parent of the result directories"),
        Flag.of(OUTPUT, "--name", "name", "NAME", "End of the result directory's name"),
        Flag.of(
            OUTPUT,
            "--metrics-port",
            "metrics.port",
            "PORT",
            "Port at which Prometheus reads the figures during the run"),
        Flag.of(
            OUTPUT,
            "--metrics-host",
            "metrics.host",
            "ADDRESS",
            "Address of that port: 0.0.0.0 for readers on other machines or in containers"),
        Flag.of(
            WORKERS,
            "--workers",
            "workers.count",
            "N",
            "Number of processes that generate the load"),
        Flag.of(
            WORKERS,
            "--local",
            "workers.local",
            Flag.SWITCH,
            "Start the workers as child processes on this machine"),
        Flag.of(
            WORKERS,
            "--listen",
            "workers.listen",
            "HOST:PORT",
            "Address at which workers of other machines join"),
        Flag.of(
            WORKERS,
            "--credentials",
            "workers.credentials",
            "DIR",
            "Certificates, made by bench worker credentials DIR"),
        Flag.of(
            WORKERS,
            "--worker-share",
            "workers.shares",
            "NAME=N,...",
            "Shares of the load of workers, relative to the others, which have 1"));
  }
}
