package io.brokerbench.workers.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.generator.Generators;
import io.brokerbench.run.Experiment;
import io.brokerbench.workload.SettingsException;
import io.brokerbench.workload.TestWorkload;
import io.brokerbench.workload.WorkerSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Workers that are refused before anything starts, in one line. */
final class RefusalTest {

  private final Path output;

  RefusalTest(@TempDir Path output) {
    this.output = output;
  }

  private List<String> problems(String... settings) {
    return catchThrowableOfType(
            SettingsException.class, () -> ObservedRun.experiment(output, settings))
        .problems();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "workers.count=2 workers.local=true workers.shares=local-2=2,local-9=1"
            + " | workers.shares has local-9, and the workers are local-1, local-2",
        "workers.count=2 workers.local=true scripted.password=plain"
            + " | scripted.password must be given as env:NAME or file:PATH, which each worker"
            + " resolves itself",
        "workers.count=3 workers.local=true consume.threads=1 consume.clients=2"
            + " | consume.clients must be at least 3 (workers.count) with driver scripted: each"
            + " worker has a broker of its own",
        "workers.count=2 workers.local=true workers.placement=apart consume.threads=1"
            + " | workers.placement must be mixed with driver scripted: each worker has a broker of"
            + " its own"
      })
  void isRefusedInOneLine(String settings, String problem) {
    assertThat(problems(("driver=scripted " + settings).split(" ")))
        .containsExactly("--set: " + problem);
  }

  @Tag("ci")
  @Test
  void aWorkerThatDoesNotReachTheBrokersSaysSoBeforeAnySenderStarts() throws Exception {
    Path log = Files.createDirectory(output.resolve("answers"));
    Experiment experiment =
        ObservedRun.experiment(
            output,
            "driver=scripted",
            "workers.count=2",
            "workers.local=true",
            "load.threads=2",
            "load.rate=100/s",
            "load.duration=60s",
            "scripted.unreachable=1",
            "scripted.log=" + log);
    try (Generators workers = experiment.generators().gather(line -> {})) {
      assertThatThrownBy(() -> ObservedRun.of(experiment, workers))
          .isInstanceOf(BrokerException.class)
          .hasMessage("worker local-2 at 127.0.0.1: no route to the broker");
    }
    assertThat(log).as("answers to messages").isEmptyDirectory();
  }

  /** A worker on another machine has no terminal; a local one gets the answer when it starts. */
  @Test
  void onlyLocalWorkersMayHaveASecretThatIsTyped() throws SettingsException {
    String answer = "brokerbench.answer.REFUSAL";
    String[] settings = {"driver=scripted", "workers.count=2", "scripted.password=prompt:REFUSAL"};
    System.setProperty(answer, "typed");
    try {
      assertThat(problems(settings))
          .containsExactly(
              "--set: scripted.password must be given as env:NAME or file:PATH, which each worker"
                  + " resolves itself");
      assertThat(
              ObservedRun.experiment(
                      output, settings[0], settings[1], settings[2], "workers.local=true")
                  .workload()
                  .workers()
                  .local())
          .isTrue();
    } finally {
      System.clearProperty(answer);
    }
  }

  @Test
  void anAddressThatOthersReachNeedsCredentials() {
    assertThat(problems("workers.count=1", "workers.listen=0.0.0.0:7700"))
        .contains(
            "workers.credentials cannot be used: workers.listen: 0.0.0.0:7700 is not a loopback"
                + " address, so it needs --credentials; bench worker credentials DIR makes them");
  }

  @Test
  void sharesOfWorkersThatJoinAreComparedWithTheirNames() {
    WorkerSettings wanted =
        TestWorkload.of("workers.count=2", "workers.shares=large=2,huge=3").workers();
    assertThat(WorkersPlanFactory.misfit(wanted, List.of("large", "small")))
        .hasValue("has huge, and the workers are large, small");
    assertThat(WorkersPlanFactory.misfit(wanted, List.of("large", "huge"))).isEmpty();
  }
}
