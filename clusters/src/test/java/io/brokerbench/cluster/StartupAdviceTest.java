package io.brokerbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class StartupAdviceTest {

  private static final Optional<String> HEAP = Optional.of("cluster.heap");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "master ended with exit code 255: java.net.BindException: Address already in use | cluster.port=0",
        "node-1 ended with exit code 1: {listen,eaddrinuse} | cluster.port=0",
        "master ended with exit code 137 (SIGKILL) | less memory (cluster.heap)",
        "There is insufficient memory for the Java Runtime Environment to continue. | less memory (cluster.heap)",
        "master did not come up within cluster.start-timeout (60 s): No space left on device | data-directory",
        "slave did not come up within cluster.start-timeout (60 s) | cluster.start-timeout=3m",
        "broker ended with exit code 1: Permission denied | rights of this user",
      })
  void aKnownSymptomHasANextStep(String failure, String step) {
    assertThat(StartupAdvice.of(failure, true, HEAP, true)).startsWith("; next: ").contains(step);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "master ended with exit code 137 (SIGKILL) | cluster.container.memory",
        "node-1 ended with exit code 137 (SIGKILL) | less memory (cluster.heap)",
        "r0 ended with exit code 1: No space left on device | cluster.container.store-size",
        "slave did not come up within cluster.start-timeout (60 s) | cluster.start-timeout=3m",
      })
  void theNextStepOfContainersIsOneThatTheyHave(String failure, String step) {
    assertThat(StartupAdvice.of(failure, false, HEAP, true))
        .startsWith("; next: ")
        .contains(step)
        .doesNotContain("cluster.data-directory");
  }

  @ParameterizedTest
  @CsvSource({"master ended with exit code 1: Unrecognized VM option", "''"})
  void anythingElseHasNone(String failure) {
    assertThat(StartupAdvice.of(failure, true, HEAP, true)).isEmpty();
  }

  @Test
  void aBrokerWithoutASettingOfItsMemoryIsToldOfNone() {
    String killed = "broker ended with exit code 137 (SIGKILL)";
    assertThat(StartupAdvice.of(killed, true, Optional.empty(), true))
        .isEqualTo("; next: free memory; bench doctor shows what is available");
    assertThat(StartupAdvice.of(killed, false, Optional.empty(), true))
        .isEqualTo("; next: raise cluster.container.memory if it is set; otherwise free memory");
  }

  @Test
  void aBrokerThatTakesNoSizeOfItsStoreIsToldOfNone() {
    String full = "broker ended with exit code 1: No space left on device";
    assertThat(StartupAdvice.of(full, false, Optional.empty(), false))
        .isEqualTo(
            "; next: free space where Docker keeps its containers; docker system df shows what it"
                + " uses");
  }
}
