package io.brokerbench.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Method;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Completion;
import io.brokerbench.driver.Outgoing;
import io.brokerbench.driver.Producer;
import io.brokerbench.driver.TransactionHandler;
import io.brokerbench.rabbitmq.connect.Channels;
import io.brokerbench.rabbitmq.connect.PublisherChannel;
import io.brokerbench.rabbitmq.connect.RabbitMqMessages;
import io.brokerbench.rabbitmq.connect.RabbitMqOptions;
import io.brokerbench.record.Resolution;
import io.brokerbench.record.SendOutcome;
import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Publishes each message in a transaction of its channel: publish, local transaction, commit. */
final class TransactionalPublisher implements Producer {

  static final String COMMITTED = "tx.commit-ok";
  static final String ROLLED_BACK = "tx.rollback-ok";

  private final RabbitMqMessages messages;
  private final TransactionHandler handler;
  private final PublisherChannel<Line> link;
  private final boolean mandatory;
  private final int sendTimeoutMillis;

  /** An open channel and the reason for which its last message was returned; null if it was not. */
  private record Line(Channel channel, AtomicReference<@Nullable String> returned) {}

  /**
   * Opens the channel.
   *
   * @param returned counts returned messages
   */
  TransactionalPublisher(
      RabbitMqOptions options,
      RabbitMqMessages messages,
      Channels channels,
      TransactionHandler handler,
      LongAdder returned)
      throws BrokerException {
    this.messages = messages;
    this.handler = handler;
    this.mandatory = options.mandatory();
    this.sendTimeoutMillis = options.access().sendTimeoutMillis();
    this.link = new PublisherChannel<>(channels, channel -> line(channel, returned));
  }

  private static Line line(Channel channel, LongAdder returned) throws IOException {
    Line line = new Line(channel, new AtomicReference<>());
    channel.addReturnListener(
        back -> {
          returned.increment();
          line.returned().set(back.getReplyText());
        });
    channel.txSelect();
    return line;
  }

  @Override
  public void send(Outgoing[] batch, Completion completion) {
    Line line = link.get();
    if (line == null) {
      completion.complete(SendOutcome.REJECTED, Publisher.NOT_CONNECTED);
      return;
    }
    Outgoing message = batch[0];
    try {
      line.returned().set(null);
      line.channel()
          .basicPublish(
              messages.exchange(),
              messages.routingKey(message),
              mandatory,
              messages.properties(message),
              message.body);
      if (handler.execute(message.body) == Resolution.ROLLBACK) {
        await(line.channel(), new AMQP.Tx.Rollback.Builder().build());
        completion.complete(SendOutcome.ACKED, ROLLED_BACK);
      } else {
        await(line.channel(), new AMQP.Tx.Commit.Builder().build());
        committed(line.returned().get(), completion);
      }
    } catch (TimeoutException e) {
      completion.complete(SendOutcome.UNKNOWN, Publisher.TIME_OUT);
      link.drop();
    } catch (IOException | ExecutionException | RuntimeException e) {
      completion.complete(SendOutcome.UNKNOWN, Confirms.kind(e));
    }
  }

  private void await(Channel channel, Method question)
      throws IOException, ExecutionException, TimeoutException {
    try {
      channel.asyncCompletableRpc(question).get(sendTimeoutMillis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TimeoutException();
    }
  }

  /** An unroutable message is returned before the answer to its commit. */
  private static void committed(@Nullable String returned, Completion completion) {
    if (returned == null) {
      completion.complete(SendOutcome.ACKED, COMMITTED);
    } else {
      completion.complete(SendOutcome.REJECTED, returned);
    }
  }
}
