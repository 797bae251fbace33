package io.brokerbench.workers;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.brokerbench.address.HostPort;
import io.brokerbench.clock.Clock;
import io.brokerbench.workers.controller.WorkerPool;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** A controller with one worker, which starts a run and waits for its own end. */
public final class TestController {

  private TestController() {}

  /**
   * Starts it.
   *
   * @param args the order of the run, and "local" for a local worker
   */
  public static void main(String[] args) throws Exception {
    Consumer<String> console = line -> System.out.println(line);
    try (WorkerPool pool =
        args.length > 1
            ? WorkerPool.local(1, Optional.of(TestTask.class), Clock.system(), console)
            : WorkerPool.listen(
                new HostPort("127.0.0.1", 0), Optional.empty(), 1, Clock.system(), console)) {
      System.out.println("port " + pool.port());
      pool.await();
      Recorder run = Recorder.of(pool.startRun(List.of(args[0].getBytes(UTF_8))).get(0));
      System.out.println("run " + run.pid());
      while (System.in.read() >= 0) {
        // Ends with the test.
      }
      run.events().forEach(console);
    }
  }
}
