package io.brokerbench.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.created.CreatedObject;
import io.brokerbench.driver.created.CreatedObject.Kind;
import io.brokerbench.driver.created.RecordedRun;
import io.brokerbench.driver.created.Remover;
import io.brokerbench.rabbitmq.connect.Connections;
import io.brokerbench.rabbitmq.connect.RabbitMqRefusal;
import io.brokerbench.rabbitmq.connect.SharedConnection;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.util.concurrent.TimeoutException;

/**
 * Removes queues and exchanges of earlier runs. A queue is in use while it has consumers; an
 * exchange, while it has bindings, which only its removal shows: the broker refuses it then.
 */
final class RabbitMqRemover implements Remover {

  private final Connections connections;
  private final SharedConnection broker;

  RabbitMqRemover(Connections connections) {
    this.connections = connections;
    this.broker = connections.shared("cleanup").get(0);
  }

  @Override
  public State state(RecordedRun run, CreatedObject object) throws BrokerException {
    try (Channel channel = broker.channel()) {
      if (object.kind() == Kind.EXCHANGE) {
        channel.exchangeDeclarePassive(object.name());
        return State.UNUSED;
      }
      AMQP.Queue.DeclareOk queue = channel.queueDeclarePassive(object.name());
      return queue.getConsumerCount() == 0
          ? State.UNUSED
          : State.usedBy(Text.of("%d consumers", queue.getConsumerCount()));
    } catch (IOException | TimeoutException | RuntimeException e) {
      if (RabbitMqRefusal.isMissing(e)) {
        return State.GONE;
      }
      throw failure("report", object, e);
    }
  }

  @Override
  public State remove(CreatedObject object) throws BrokerException {
    try {
      if (!deleteIfUnused(object)) {
        // A quorum queue, which has no such condition; its state was asked for just before.
        delete(object, false);
      }
      return State.GONE;
    } catch (IOException | TimeoutException | RuntimeException e) {
      if (RabbitMqRefusal.is(e, AMQP.PRECONDITION_FAILED)) {
        return State.usedBy(
            object.kind() == Kind.EXCHANGE ? "queues that are bound to it" : "consumers");
      }
      throw failure("delete", object, e);
    }
  }

  /** Deletes an object unless it is in use; false if the broker does not have that condition. */
  private boolean deleteIfUnused(CreatedObject object)
      throws BrokerException, IOException, TimeoutException {
    try {
      delete(object, true);
      return true;
    } catch (IOException e) {
      if (RabbitMqRefusal.isNotImplemented(e)) {
        return false;
      }
      throw e;
    }
  }

  private void delete(CreatedObject object, boolean ifUnused)
      throws BrokerException, IOException, TimeoutException {
    try (Channel channel = broker.channel()) {
      if (object.kind() == Kind.EXCHANGE) {
        channel.exchangeDelete(object.name(), ifUnused);
      } else {
        channel.queueDelete(object.name(), ifUnused, false);
      }
    }
  }

  private static BrokerException failure(String what, CreatedObject object, Exception cause) {
    return new BrokerException(
        Text.of(
            "the broker does not %s the %s %s: %s",
            what, object.kind(), object.name(), RabbitMqRefusal.text(cause)),
        cause);
  }

  @Override
  public void close() {
    connections.close();
  }
}
