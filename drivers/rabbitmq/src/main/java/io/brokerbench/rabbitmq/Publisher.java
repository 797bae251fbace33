package io.brokerbench.rabbitmq;

import com.rabbitmq.client.Channel;
import io.brokerbench.driver.Answer;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Completion;
import io.brokerbench.driver.Outgoing;
import io.brokerbench.driver.Producer;
import io.brokerbench.record.Ledger;
import io.brokerbench.record.Outcome;
import io.brokerbench.workload.Load.SendMode;
import java.io.IOException;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Publishes with or without confirms. */
final class Publisher implements Producer {

  static final String NOT_CONNECTED = "client-not-connected";
  static final String TIME_OUT = "client-time-out";

  /** An open channel, and who waits for its confirms; nobody where there are none. */
  private record Line(Channel channel, @Nullable Confirms confirms) {}

  private final Messages messages;
  private final Link<Line> link;
  private final boolean mandatory;
  private final boolean sync;
  private final int sendTimeoutMillis;

  /**
   * Opens its channel.
   *
   * @param returned counts messages that came back
   */
  Publisher(RabbitMqOptions options, Messages messages, Channels channels, LongAdder returned)
      throws BrokerException {
    this.messages = messages;
    this.mandatory = options.mandatory();
    this.sync = options.mode() == SendMode.SYNC;
    this.sendTimeoutMillis = options.access().sendTimeoutMillis();
    this.link = new Link<>(channels, channel -> line(options, channel, returned));
  }

  private static Line line(RabbitMqOptions options, Channel channel, LongAdder returned)
      throws IOException {
    Confirms confirms =
        options.mode() == SendMode.ONEWAY ? null : new Confirms(options.unconfirmed());
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
      channel.addShutdownListener(cause -> confirms.abandon());
    }
    return new Line(channel, confirms);
  }

  @Override
  public void send(Outgoing[] batch, Completion completion) {
    Line line = link.get();
    if (line == null) {
      completion.complete(Outcome.REJECTED, NOT_CONNECTED);
    } else if (line.confirms() == null) {
      publishOnly(line.channel(), batch[0], completion);
    } else if (sync) {
      Answer answer = new Answer(completion);
      publish(line.channel(), line.confirms(), batch[0], answer);
      if (!answer.await(sendTimeoutMillis)) {
        answer.complete(Outcome.UNKNOWN, TIME_OUT);
      }
    } else {
      publish(line.channel(), line.confirms(), batch[0], completion);
    }
  }

  private void publishOnly(Channel channel, Outgoing message, Completion completion) {
    try {
      write(channel, message, channel.getNextPublishSeqNo());
      completion.complete(Outcome.UNKNOWN, Ledger.ONEWAY);
    } catch (IOException | RuntimeException e) {
      completion.complete(Outcome.UNKNOWN, Confirms.LOST);
    }
  }

  private void publish(
      Channel channel, Confirms confirms, Outgoing message, Completion completion) {
    long number = channel.getNextPublishSeqNo();
    confirms.expect(number, completion);
    try {
      write(channel, message, number);
    } catch (IOException | RuntimeException e) {
      // It may be on its way; and the channel's end may have told already.
      Completion untold = confirms.withdraw(number);
      if (untold != null) {
        untold.complete(Outcome.UNKNOWN, Confirms.LOST);
      }
    }
    if (!channel.isOpen()) {
      // It closed before the message was expected: nobody else tells of it.
      confirms.abandon();
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

  /** Its connection goes with the session. */
  @Override
  public void close() {}
}
