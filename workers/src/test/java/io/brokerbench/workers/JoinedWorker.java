package io.brokerbench.workers;

import static org.awaitility.Awaitility.await;

import io.brokerbench.address.HostPort;
import io.brokerbench.file.BadInputException;
import io.brokerbench.workers.link.Credentials;
import io.brokerbench.workers.link.LinkLostException;
import io.brokerbench.workers.link.RefusedException;
import io.brokerbench.workers.worker.RunTask;
import io.brokerbench.workers.worker.WorkerSupervisor;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** A supervisor in a thread of the test; the JVMs of its runs are processes. */
public final class JoinedWorker implements AutoCloseable {

  public static final String RELEASED = "released";

  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final CompletableFuture<String> outcome = new CompletableFuture<>();
  private final Thread thread;

  private JoinedWorker(
      HostPort controller,
      Optional<Credentials> credentials,
      String name,
      Class<? extends RunTask> task,
      Optional<Path> readyFile)
      throws BadInputException {
    WorkerSupervisor supervisor =
        WorkerSupervisor.of(controller, credentials, name, Optional.of(task), lines::add);
    readyFile.ifPresent(supervisor::showReadinessBy);
    thread = new Thread(() -> run(supervisor), "worker-" + name);
    thread.start();
  }

  public static JoinedWorker start(int port, String name) throws BadInputException {
    return start(port, name, TestTask.class);
  }

  public static JoinedWorker start(int port, String name, Class<? extends RunTask> task)
      throws BadInputException {
    return new JoinedWorker(
        new HostPort("127.0.0.1", port), Optional.empty(), name, task, Optional.empty());
  }

  /** A worker that shows by a file whether it is registered. */
  public static JoinedWorker start(int port, String name, Path readyFile) throws BadInputException {
    return new JoinedWorker(
        new HostPort("127.0.0.1", port),
        Optional.empty(),
        name,
        TestTask.class,
        Optional.of(readyFile));
  }

  public static JoinedWorker start(int port, String name, Credentials credentials)
      throws BadInputException {
    return new JoinedWorker(
        new HostPort("127.0.0.1", port),
        Optional.of(credentials),
        name,
        TestTask.class,
        Optional.empty());
  }

  private void run(WorkerSupervisor supervisor) {
    try {
      supervisor.run();
      outcome.complete(RELEASED);
    } catch (RefusedException | LinkLostException e) {
      outcome.complete(e.getMessage());
    } catch (InterruptedException e) {
      outcome.complete("interrupted");
    } catch (RuntimeException e) {
      outcome.completeExceptionally(e);
    }
  }

  public List<String> lines() {
    return lines;
  }

  public void awaitLine(String text) {
    await().until(() -> lines.stream().anyMatch(line -> line.contains(text)));
  }

  /** How it ended. */
  public String outcome() throws Exception {
    return outcome.get(2, TimeUnit.MINUTES);
  }

  @Override
  public void close() {
    thread.interrupt();
    outcome.join();
  }
}
