package io.brokerbench.rabbitmq;

import com.rabbitmq.client.Channel;
import io.brokerbench.driver.BlockingCompletion;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Completion;
import io.brokerbench.driver.Outgoing;
import io.brokerbench.driver.Producer;
import io.brokerbench.rabbitmq.connect.Channels;
import io.brokerbench.rabbitmq.connect.PublisherChannel;
import io.brokerbench.rabbitmq.connect.RabbitMqMessages;
import io.brokerbench.rabbitmq.connect.RabbitMqOptions;
import io.brokerbench.record.Ledger;
import io.brokerbench.record.SendOutcome;
import io.brokerbench.workload.Load.SendMode;
import java.io.IOException;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Publishes with or without confirms. */
final class Publisher implements Producer {

  static final String NOT_CONNECTED = "client-not-connected";
  static final String TIME_OUT = "client-time-out";

  /** An open channel and its pending confirms; null without confirms. */
  private record Line(Channel channel, @Nullable Confirms confirms) {}

  private final RabbitMqMessages messages;
  private final PublisherChannel<Line> link;
  private final boolean mandatory;
  private final boolean sync;
  private final int sendTimeoutMillis;

  /**
   * Opens the channel.
   *
   * @param returned counts returned messages
   */
  Publisher(
      RabbitMqOptions options, RabbitMqMessages messages, Channels channels, LongAdder returned)
      throws BrokerException {
    this.messages = messages;
    this.mandatory = options.mandatory();
    this.sync = options.mode() == SendMode.SYNC;
    this.sendTimeoutMillis = options.access().sendTimeoutMillis();
    this.link = new PublisherChannel<>(channels, channel -> line(options, channel, returned));
  }

  private static Line line(RabbitMqOptions options, Channel channel, LongAdder returned)
      throws IOException {
    SendOutcome refused =
        options.queues().nackMeansRefused() ? SendOutcome.REJECTED : SendOutcome.UNKNOWN;
    Confirms confirms =
        options.mode() == SendMode.ONEWAY ? null : new Confirms(options.unconfirmed(), refused);
    if (options.mandatory()) {
      channel.addReturnListener(
          back -> {
            returned.increment();
            if (confirms != null) {
              confirms.returned(
                  Long.parseLong(back.getProperties().getCorrelationId()), back.getReplyText());
            }
          });
    }
    if (confirms != null) {
      channel.confirmSelect();
      channel.addConfirmListener(confirms);
      channel.addShutdownListener(confirms::abandon);
    }
    return new Line(channel, confirms);
  }

  @Override
  public void send(Outgoing[] batch, Completion completion) {
    Line line = link.get();
    if (line == null) {
      completion.complete(SendOutcome.REJECTED, NOT_CONNECTED);
    } else if (line.confirms() == null) {
      publishOnly(line.channel(), batch[0], completion);
    } else if (sync) {
      BlockingCompletion answer = new BlockingCompletion(completion);
      publish(line.channel(), line.confirms(), batch[0], answer);
      if (!answer.await(sendTimeoutMillis)) {
        answer.complete(SendOutcome.UNKNOWN, TIME_OUT);
      }
    } else {
      publish(line.channel(), line.confirms(), batch[0], completion);
    }
  }

  private void publishOnly(Channel channel, Outgoing message, Completion completion) {
    try {
      write(channel, message, channel.getNextPublishSeqNo());
      completion.complete(SendOutcome.UNKNOWN, Ledger.ONEWAY);
    } catch (IOException | RuntimeException e) {
      completion.complete(SendOutcome.UNKNOWN, Confirms.kind(e));
    }
  }

  private void publish(
      Channel channel, Confirms confirms, Outgoing message, Completion completion) {
    long number = channel.getNextPublishSeqNo();
    confirms.expect(number, completion);
    try {
      write(channel, message, number);
    } catch (IOException | RuntimeException e) {
      // The message may have been sent, and the channel's shutdown may have completed it already.
      Completion unconfirmed = confirms.withdraw(number);
      if (unconfirmed != null) {
        unconfirmed.complete(SendOutcome.UNKNOWN, Confirms.kind(e));
      }
    }
    if (!channel.isOpen()) {
      // The channel closed before the message was added; its shutdown did not complete the message.
      confirms.abandon(channel.getCloseReason());
    }
  }

  private void write(Channel channel, Outgoing message, long number) throws IOException {
    channel.basicPublish(
        messages.exchange(),
        messages.routingKey(message),
        mandatory,
        mandatory ? messages.properties(message, number) : messages.properties(message),
        message.body);
  }
}
