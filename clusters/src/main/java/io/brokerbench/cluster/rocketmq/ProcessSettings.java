package io.brokerbench.cluster.rocketmq;

import io.brokerbench.cluster.JavaRuntime;
import io.brokerbench.cluster.ProcessHost;
import io.brokerbench.workload.Settings;
import java.nio.file.Path;

/** What {@code rocketmq.yaml} explains, for host process. */
record ProcessSettings(RocketMqSettings rocketMq, Path dataDirectory, JavaRuntime java) {

  static ProcessSettings read(Settings settings) {
    return new ProcessSettings(
        RocketMqSettings.read(settings, HostKinds.PROCESS),
        settings.parsed("cluster.data-directory", ProcessHost::parent),
        settings.parsed("cluster.java", JavaRuntime::parse));
  }
}
