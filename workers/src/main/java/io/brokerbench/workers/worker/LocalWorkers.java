package io.brokerbench.workers.worker;

import io.brokerbench.address.HostPort;
import io.brokerbench.units.Text;
import io.brokerbench.workers.link.LinkLostException;
import io.brokerbench.workers.link.RefusedException;
import io.brokerbench.workers.protocol.Handover;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Workers that are child processes of their controller, to try things out on one machine. Instead
 * of certificates they have a random pass, which they get by standard input. They end with this
 * process, however it ends.
 */
public final class LocalWorkers implements AutoCloseable {

  private static final int FAILED = 1;

  private final List<ChildJvm> supervisors = new ArrayList<>();

  private LocalWorkers() {}

  /** Names of so many workers: "local-1", "local-2" and so on. */
  public static List<String> names(int number) {
    return IntStream.rangeClosed(1, number).mapToObj(i -> "local-" + i).toList();
  }

  /**
   * Starts workers with their {@link #names}.
   *
   * @param pass which the controller demands
   * @param task what they do in a run; empty for the one on the class path
   * @param ended receives a line about each worker that has ended
   * @throws IOException if they cannot be started
   */
  public static LocalWorkers start(
      int number,
      HostPort controller,
      String pass,
      Optional<Class<? extends RunTask>> task,
      Consumer<String> ended)
      throws IOException {
    LocalWorkers workers = new LocalWorkers();
    try {
      for (String name : names(number)) {
        workers.supervisors.add(
            ChildJvm.start(
                LocalWorkers.class,
                Handover.newBuilder()
                    .setHost(controller.host())
                    .setPort(controller.port())
                    .setSecret(pass)
                    .setName(name)
                    .setTask(task.map(Class::getName).orElse(""))
                    .build(),
                reason -> ended.accept(Text.of("%s has ended: %s", name, reason))));
      }
      return workers;
    } catch (IOException e) {
      workers.close();
      throw e;
    }
  }

  /** The supervisor of one: reads what it needs from standard input, and ends with it. */
  public static void main(String[] args) {
    try {
      Handover registration = Lifeline.take(System.in, () -> System.exit(RunMain.CUT));
      new WorkerSupervisor(registration, line -> {}).run();
    } catch (IOException | RefusedException | LinkLostException | InterruptedException e) {
      System.err.println(e.getMessage());
      System.exit(FAILED);
    }
  }

  /** Ends the workers that are still there. */
  @Override
  public void close() {
    supervisors.forEach(ChildJvm::release);
    supervisors.forEach(ChildJvm::close);
  }
}
