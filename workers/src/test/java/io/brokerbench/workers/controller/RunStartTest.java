package io.brokerbench.workers.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.address.HostPort;
import io.brokerbench.clock.Clock;
import io.brokerbench.results.workers.ClockCeilings;
import io.brokerbench.workers.link.Outbound;
import io.brokerbench.workers.protocol.Hello;
import io.brokerbench.workers.protocol.ToWorker;
import io.grpc.stub.CallStreamObserver;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class RunStartTest {

  private static final String RUN = "secret";

  /** A stream that takes everything. */
  private static final class Stream extends CallStreamObserver<ToWorker> {
    private boolean completed;

    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void setOnReadyHandler(Runnable handler) {}

    @Override
    public void disableAutoInboundFlowControl() {}

    @Override
    public void request(int count) {}

    @Override
    public void setMessageCompression(boolean enable) {}

    @Override
    public void onNext(ToWorker message) {}

    @Override
    public void onError(Throwable thrown) {}

    @Override
    public void onCompleted() {
      completed = true;
    }
  }

  @Test
  void startsOfManyWorkersOnOneMachineHaveMoreTime() {
    assertThat(RunStart.limit(20)).isGreaterThan(RunStart.limit(1));
  }

  @Test
  void aJvmThatIsReadyAfterAnInterruptedStartEnds() throws Exception {
    HostPort endpoint = new HostPort(HostPort.LOOPBACK, 0);
    try (WorkerPool pool =
        WorkerPool.listen(endpoint, Optional.empty(), 1, Clock.system(), line -> {})) {
      RegisteredWorker worker =
          new RegisteredWorker(
              new WorkerInfo("w", "10.0.0.1", "17.0.15", 2, new ClockCeilings(40, 60_000)),
              new Outbound<>(new Stream()),
              pool);
      RunStart start = new RunStart(RUN, List.of(worker), List.of(new byte[0]));
      Stream stream = new Stream();
      Peer jvm =
          start.connect(
              Hello.newBuilder().setName("w").setRun(RUN).build(), new Outbound<>(stream));
      Thread.currentThread().interrupt();
      assertThatThrownBy(start::await).isInstanceOf(InterruptedException.class);
      assertThat(stream.completed).isFalse();
      jvm.confirmed();
      assertThat(stream.completed).isTrue();
    }
  }
}
