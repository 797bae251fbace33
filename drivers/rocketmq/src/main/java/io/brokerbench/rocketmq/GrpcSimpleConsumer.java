package io.brokerbench.rocketmq;

import io.brokerbench.driver.DaemonThreads;
import io.brokerbench.driver.FirstFailure;
import io.brokerbench.driver.Receiver;
import io.brokerbench.workload.ConsumptionSettings;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.apache.rocketmq.client.apis.ClientException;
import org.apache.rocketmq.client.apis.consumer.SimpleConsumer;
import org.apache.rocketmq.client.apis.message.MessageView;

/**
 * A simple consumer of the gRPC client and its threads, each of which requests messages, passes
 * them to the receiver, and acknowledges those that are consumed.
 */
final class GrpcSimpleConsumer implements Closeable {

  /** How long a request waits for messages; proxies allow no shorter time. */
  static final Duration AWAIT = Duration.ofSeconds(5);

  /** Messages of one request at most; proxies deliver no more. */
  private static final int BATCH = 32;

  /** How long a delivered message is hidden from the group's other requests, as with pop. */
  private static final Duration INVISIBLE = Duration.ofSeconds(60);

  /**
   * Time until a message that was not consumed comes again, as at first with push consumers of the
   * other client.
   */
  private static final Duration POSTPONED = Duration.ofSeconds(10);

  /** Time from a failed request for messages to the next one. */
  private static final long PAUSE_NANOS = 100_000_000;

  /** Time limit on close for the requests and the messages of the threads. */
  private static final long LAST_WORK_MILLIS = AWAIT.toMillis() + 1_000;

  private final SimpleConsumer client;
  private final int batch;
  private final Receiver receiver;
  private final LongAdder failedRequests;
  private final FirstFailure failure;
  private final ExecutorService threads;
  private volatile boolean stopped;

  private GrpcSimpleConsumer(
      SimpleConsumer client,
      ConsumptionSettings consumption,
      Receiver receiver,
      LongAdder failedRequests,
      FirstFailure failure) {
    this.client = client;
    // Work on a message delays those behind it in its batch, which another thread could consume.
    this.batch = consumption.work().isNone() ? BATCH : 1;
    this.receiver = receiver;
    this.failedRequests = failedRequests;
    this.failure = failure;
    this.threads =
        Executors.newFixedThreadPool(consumption.threads(), DaemonThreads.named("grpc-receive"));
  }

  /**
   * Starts the threads.
   *
   * @param client a started client, which is closed with the consumer
   * @param failedRequests counts requests that the client reports as failed
   * @param failure keeps the first exception thrown by the receiver
   */
  static GrpcSimpleConsumer start(
      SimpleConsumer client,
      ConsumptionSettings consumption,
      Receiver receiver,
      LongAdder failedRequests,
      FirstFailure failure) {
    GrpcSimpleConsumer consumer =
        new GrpcSimpleConsumer(client, consumption, receiver, failedRequests, failure);
    for (int i = 0; i < consumption.threads(); i++) {
      consumer.threads.execute(consumer::run);
    }
    return consumer;
  }

  private void run() {
    try {
      while (!stopped) {
        consume(next());
      }
    } catch (RuntimeException | Error e) {
      failure.keep(e);
    }
  }

  /** The next messages; none if no message came in time or the request failed. */
  private List<MessageView> next() {
    try {
      return client.receive(batch, INVISIBLE);
    } catch (ClientException | RuntimeException e) {
      // Failures of the connection are runtime exceptions.
      failedRequests.increment();
      LockSupport.parkNanos(PAUSE_NANOS);
      return List.of();
    }
  }

  /**
   * Consumes messages that arrived together, and waits for the answers to their requests, each of
   * which settles its message unless the request failed.
   */
  private void consume(List<MessageView> messages) {
    Receiver together = receiver.together();
    List<CompletableFuture<Boolean>> failed = new ArrayList<>();
    for (MessageView message : messages) {
      boolean consumed = GrpcSubscription.deliver(message, together);
      long delivery = together.delivery();
      CompletableFuture<Void> answer =
          consumed
              ? client.ackAsync(message)
              : client.changeInvisibleDurationAsync(message, POSTPONED);
      failed.add(
          answer.handle(
              (done, thrown) -> {
                if (thrown == null) {
                  receiver.settled(delivery);
                }
                return thrown != null;
              }));
    }
    for (CompletableFuture<Boolean> each : failed) {
      if (each.join()) {
        failedRequests.increment();
      }
    }
  }

  /** Waits for the threads, each of which completes its request and consumes its messages. */
  @Override
  public void close() throws IOException {
    stopped = true;
    threads.shutdown();
    try {
      boolean unused = threads.awaitTermination(LAST_WORK_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    client.close();
  }
}
