package io.brokerbench.rocketmq;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.driver.Outgoing;
import io.brokerbench.driver.TransactionHandler;
import io.brokerbench.record.Resolution;
import io.brokerbench.rocketmq.connect.ClientLogs;
import io.brokerbench.rocketmq.connect.TransactionHandlers;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.apache.rocketmq.client.apis.ClientException;
import org.apache.rocketmq.client.apis.ClientServiceProvider;
import org.apache.rocketmq.client.apis.producer.Producer;
import org.apache.rocketmq.client.apis.producer.Transaction;
import org.junit.jupiter.api.Test;

/** Transactions of which a proxy commits all and rolls back none. */
final class GrpcTransactionalProducerTest {

  private static final Transaction TRANSACTION =
      new Transaction() {
        @Override
        public void commit() {}

        @Override
        public void rollback() throws ClientException {
          throw new ClientException(42900, "id", "too many");
        }
      };

  private final List<String> heard = new ArrayList<>();

  private void send(Resolution resolution) {
    ClientLogs.quietGrpc();
    Producer client =
        (Producer)
            Proxy.newProxyInstance(
                Producer.class.getClassLoader(),
                new Class<?>[] {Producer.class},
                (proxy, method, arguments) ->
                    method.getName().equals("beginTransaction") ? TRANSACTION : null);
    TransactionHandler handler =
        new TransactionHandler() {
          @Override
          public Resolution execute(byte[] body) {
            return resolution;
          }

          @Override
          public void endFailed() {
            heard.add("end failed");
          }

          @Override
          public Resolution check(byte[] body, int number) {
            return resolution;
          }
        };
    Outgoing message = new Outgoing();
    message.body = new byte[] {1};
    new GrpcTransactionalProducer(
            new GrpcMessages(ClientServiceProvider.loadService(), List.of("t")),
            client,
            handler,
            new TransactionHandlers())
        .send(new Outgoing[] {message}, (outcome, kind) -> heard.add(outcome.name() + " " + kind));
  }

  @Test
  void aHalfMessageWhoseEndFailedIsAcknowledgedWithThatFailure() {
    send(Resolution.ROLLBACK);
    assertThat(heard).containsExactly("end failed", "ACKED end-TOO_MANY_REQUESTS");
  }

  @Test
  void oneWhoseEndSucceededIsNot() {
    send(Resolution.COMMIT);
    send(Resolution.UNKNOWN);
    assertThat(heard).containsExactly("ACKED OK", "ACKED OK");
  }
}
