package io.brokerbench.workers;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.brokerbench.workers.link.LinkListener;
import io.brokerbench.workers.link.LinkLostException;
import io.brokerbench.workers.link.WorkerLink;
import io.brokerbench.workers.worker.RunTask;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Does what its messages say: sends them back, ends, fails, exits. Its order is empty, or a file to
 * which it writes why its link was lost, or "stubborn": it then goes on.
 */
public final class TestTask implements RunTask {

  public static final String STUBBORN = "stubborn";
  public static final String END = "end";
  public static final String FAIL = "fail";
  public static final String EXIT = "exit";
  public static final int EXIT_CODE = 7;

  @Override
  public void run(byte[] order, WorkerLink link) throws Exception {
    String text = new String(order, UTF_8).strip();
    BlockingQueue<byte[]> messages = new LinkedBlockingQueue<>();
    link.listen(
        new LinkListener() {
          @Override
          public void received(byte[] payload) {
            messages.add(payload);
          }

          @Override
          public void silent() {
            throw new AssertionError("only the controller's side learns this");
          }

          @Override
          public void ended() {
            throw new AssertionError("only the controller's side learns this");
          }

          @Override
          public void lost(String reason) {
            write(text, reason);
            messages.add((text.equals(STUBBORN) ? STUBBORN : END).getBytes(UTF_8));
          }
        });
    link.send(("pid " + ProcessHandle.current().pid()).getBytes(UTF_8));
    obey(messages, link);
  }

  private static void obey(BlockingQueue<byte[]> messages, WorkerLink link)
      throws InterruptedException, LinkLostException {
    while (true) {
      byte[] message = messages.take();
      switch (message.length > 20 ? "" : new String(message, UTF_8)) {
        case END -> {
          return;
        }
        case FAIL -> throw new IllegalStateException("as ordered");
        case EXIT -> System.exit(EXIT_CODE);
        case STUBBORN -> new CountDownLatch(1).await();
        default -> link.send(message);
      }
    }
  }

  private static void write(String file, String reason) {
    if (!file.isEmpty() && !file.equals(STUBBORN)) {
      try {
        Files.writeString(Path.of(file), reason);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
