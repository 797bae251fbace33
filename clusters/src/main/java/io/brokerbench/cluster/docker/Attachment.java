package io.brokerbench.cluster.docker;

import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.model.Frame;
import com.github.dockerjava.api.model.StreamType;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Standard input and output of a container. When this process is gone, so is the connection, and
 * the engine closes the container's input.
 */
final class Attachment extends ResultCallback.Adapter<Frame> {

  private final Consumer<String> lines;
  private final Orders orders = new Orders();
  private final Map<StreamType, ByteArrayOutputStream> begun = new EnumMap<>(StreamType.class);
  private final CompletableFuture<Void> attached = new CompletableFuture<>();
  private final Runnable end;

  private Attachment(Consumer<String> lines, Runnable end) {
    this.lines = lines;
    this.end = end;
  }

  /**
   * Attaches to a container that is not running yet. Both callbacks run in one thread.
   *
   * @param lines receives the lines of output
   * @param end called when no more output can arrive
   * @throws IllegalStateException if the engine refuses the attachment
   * @throws DockerEngine.SilentException if it does not answer in time
   */
  static Attachment to(DockerEngine engine, String container, Consumer<String> lines, Runnable end)
      throws InterruptedException {
    Attachment attachment = new Attachment(lines, end);
    engine
        .client()
        .attachContainerCmd(container)
        .withStdIn(attachment.orders)
        .withStdOut(true)
        .withStdErr(true)
        .withFollowStream(true)
        .exec(attachment);
    try {
      attachment.attached.get(engine.patience().toNanos(), TimeUnit.NANOSECONDS);
      return attachment;
    } catch (TimeoutException e) {
      throw new DockerEngine.SilentException(engine.patience(), e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("no connection to a container: " + e.getMessage(), e);
    }
  }

  /** Writes a line to the container's standard input. */
  void say(String order) {
    orders.bytes.addAll((order + "\n").chars().boxed().toList());
  }

  @Override
  public void onStart(Closeable stream) {
    super.onStart(stream);
    attached.complete(null);
  }

  @Override
  public void onNext(Frame frame) {
    // Parts of lines of the two output streams may alternate.
    ByteArrayOutputStream line =
        begun.computeIfAbsent(frame.getStreamType(), type -> new ByteArrayOutputStream());
    for (byte each : frame.getPayload()) {
      if (each == '\n') {
        lines.accept(line.toString(StandardCharsets.UTF_8));
        line.reset();
      } else {
        line.write(each);
      }
    }
  }

  @Override
  public void onComplete() {
    super.onComplete();
    ended();
  }

  @Override
  public void onError(Throwable throwable) {
    try {
      super.onError(throwable);
    } finally {
      attached.completeExceptionally(throwable);
      ended();
    }
  }

  private void ended() {
    orders.bytes.add(Orders.END);
    end.run();
  }

  /** The standard input of the container; it ends with the attachment. */
  private static final class Orders extends InputStream {

    static final int END = -1;

    private final BlockingQueue<Integer> bytes = new LinkedBlockingQueue<>();

    @Override
    public int read() {
      try {
        return bytes.take();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return END;
      }
    }

    @Override
    public int read(byte[] into, int offset, int length) {
      // One byte at a time: waiting for a full buffer would delay an order.
      if (length == 0) {
        return 0;
      }
      int next = read();
      if (next < 0) {
        return -1;
      }
      into[offset] = (byte) next;
      return 1;
    }
  }
}
