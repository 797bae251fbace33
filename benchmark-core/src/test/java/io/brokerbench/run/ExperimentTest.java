package io.brokerbench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.workload.SettingsException;
import io.brokerbench.workload.TestWorkload;
import io.brokerbench.workload.Workload;
import org.junit.jupiter.api.Test;

final class ExperimentTest {

  @Test
  void theInMemoryDriverIsFoundByItsName() throws SettingsException {
    Experiment experiment = Experiment.check(TestWorkload.reader("load.threads=3"), "command");
    assertThat(experiment.workload().load().threads()).isEqualTo(3);
    assertThat(experiment.settings().values())
        .containsEntry("load.threads", "3")
        .containsEntry("driver", "memory")
        .containsEntry("load.mode", "sync");
    assertThat(experiment.command()).isEqualTo("command");
  }

  @Test
  void anUnknownDriverIsRefusedWithThoseThereAre() {
    assertThatThrownBy(
            () -> Experiment.check(Workload.defaults().set("driver", "kafka", "--driver"), "c"))
        .isInstanceOf(SettingsException.class)
        .hasMessage("driver must be one of memory, got \"kafka\"");
  }

  @Test
  void aClusterThatTheDriverDoesNotHaveIsRefused() {
    assertThatThrownBy(
            () -> Experiment.check(TestWorkload.reader("cluster.host=process"), "command"))
        .hasMessage("cluster.host must be one of none, got \"process\"");
  }

  @Test
  void aSettingOfAnotherDriverIsRefused() {
    assertThatThrownBy(() -> Experiment.check(TestWorkload.reader("cluster.flush=sync"), "command"))
        .hasMessageStartingWith("--set: there is no setting cluster.flush here");
  }
}
