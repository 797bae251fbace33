package io.brokerbench.workers.worker;

import io.brokerbench.address.HostPort;
import io.brokerbench.workers.link.Credentials;
import io.brokerbench.workers.protocol.BuildId;
import io.brokerbench.workers.protocol.Handover;
import io.brokerbench.workers.protocol.Hello;
import io.brokerbench.workers.protocol.WorkerProtocol;
import java.util.Optional;

/** What a process of a worker says about itself, and where it finds the controller. */
final class Introduction {

  private Introduction() {}

  /** The Hello of this process, without a pass or a run. */
  static Hello.Builder hello(Handover handover) {
    return Hello.newBuilder()
        .setProtocol(WorkerProtocol.VERSION)
        .setBuild(BuildId.current())
        .setName(handover.getName())
        .setJdk(System.getProperty("java.version"))
        .setCores(Runtime.getRuntime().availableProcessors());
  }

  static HostPort controller(Handover handover) {
    return new HostPort(handover.getHost(), handover.getPort());
  }

  static Optional<Credentials> credentials(Handover handover) {
    return Credentials.of(handover.getKeys());
  }
}
