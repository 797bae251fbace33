package io.brokerbench.workers;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import io.brokerbench.workers.link.LinkListener;
import io.brokerbench.workers.link.WorkerLink;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** What happened on a link to a {@link TestTask}. */
public final class Recorder implements LinkListener {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final WorkerLink link;
  private final List<String> events = new CopyOnWriteArrayList<>();

  private Recorder(WorkerLink link) {
    this.link = link;
  }

  public static Recorder of(WorkerLink link) {
    Recorder recorder = new Recorder(link);
    link.listen(recorder);
    return recorder;
  }

  @Override
  public void received(byte[] payload) {
    events.add(payload.length > 100 ? payload.length + " bytes" : new String(payload, UTF_8));
  }

  @Override
  public void silent() {
    events.add("silent");
  }

  @Override
  public void ended() {
    events.add("ended");
  }

  @Override
  public void lost(String reason) {
    events.add("lost " + reason);
  }

  public List<String> events() {
    return events;
  }

  public void send(String message) throws Exception {
    link.send(message.getBytes(UTF_8));
  }

  /** Process number of the JVM of the run. */
  public long pid() {
    await().atMost(PATIENCE).until(() -> !events.isEmpty());
    return Long.parseLong(events.get(0).substring("pid ".length()));
  }

  public ProcessHandle process() {
    return ProcessHandle.of(pid()).orElseThrow();
  }

  /** Fails unless the task answers. */
  public void answers(String message) throws Exception {
    send(message);
    await().atMost(PATIENCE).until(() -> events.contains(message));
  }

  /** Waits for an event that starts like this. */
  public void awaits(String event) {
    await().atMost(PATIENCE).until(() -> events.stream().anyMatch(each -> each.startsWith(event)));
  }
}
