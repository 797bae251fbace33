package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class ReproduceCommandTest {

  @Test
  void theCommandOnThePageCanBeTypedInAShell() {
    assertThat(
            ReproduceCommand.command(
                "rocketmq-producer",
                List.of("--flush=sync"),
                List.of("cluster.jvm-flags=-Xmn2g -Xss1m", "scale=0.5")))
        .isEqualTo(
            "scripts/bench reproduce rocketmq-producer --flush=sync"
                + " --set 'cluster.jvm-flags=-Xmn2g -Xss1m' --set scale=0.5");
  }
}
