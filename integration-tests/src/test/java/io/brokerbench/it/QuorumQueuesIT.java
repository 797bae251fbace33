package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** RabbitMQ's quorum queues on three nodes started by brokerbench. */
@Tag("default")
@RequiresRabbitMq
final class QuorumQueuesIT {

  private static final long MESSAGES = 1000;

  @TempDir private Path home;

  @Test
  void whatIsConfirmedIsConsumedOnce() throws Exception {
    ResultDirectory result =
        Bench.run(
                Bench.CONSUMER,
                home,
                ("--driver rabbitmq --producers 4 --warmup 0 --duration 150s --set topic.queues=2"
                        + " --set consume.threads=2 --set rabbitmq.queue-type=quorum"
                        + " --set load.pause=1ms --set load.messages="
                        + MESSAGES
                        + " --set "
                        + Bench.DRAIN)
                    .split(" ", -1))
            .measured();
    Accounts accounts = Accounts.of(result).areComplete().everythingCame();
    assertThat(accounts.acked()).isEqualTo(MESSAGES);
    JsonNode run = result.json();
    assertThat(run.at("/promise/copies").asInt()).isEqualTo(2);
    assertThat(run.at("/promise/onDisk").asBoolean()).isTrue();
    assertThat(run.at("/environment/broker/brokers")).hasSize(3);
  }
}
