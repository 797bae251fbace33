package io.brokerbench.driver.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsException;
import io.brokerbench.workload.SettingsReader;
import io.brokerbench.workload.TestWorkload;
import io.brokerbench.workload.Workload;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MemoryDriverFactoryTest {

  private static MemoryScript read(String assignments) throws SettingsException {
    SettingsReader reader = TestWorkload.reader(assignments.strip().split(" ", -1));
    new MemoryDriverFactory().addDefaults(reader);
    Settings settings = reader.settings();
    MemoryScript script = MemoryDriverFactory.script(settings, Workload.read(settings));
    settings.finish();
    return script;
  }

  @Test
  void ratesReachTheScript() throws SettingsException {
    MemoryScript script =
        read(
            "consume.threads=1 consume.groups=3 memory.service-rate=2k/s"
                + " memory.group-rates=1500/s,none,900/s");
    assertThat(script.service().ratePerSecond()).isEqualTo(2000);
    assertThat(script.delivery().groupRate(0)).isEqualTo(1500);
    assertThat(script.delivery().groupRate(1)).isZero();
    assertThat(script.delivery().groupRate(2)).isEqualTo(900);
  }

  @Test
  void byDefaultItAnswersAtOnceAndGroupsAreAsFastAsTheyCan() throws SettingsException {
    MemoryScript script = read("consume.threads=1 consume.groups=2");
    assertThat(script.service().ratePerSecond()).isZero();
    assertThat(script.delivery().groupRate(0)).isZero();
    assertThat(script.delivery().groupRate(1)).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "memory.service-rate=0/s | --set: memory.service-rate must be none, or above 0/s and at most",
        "memory.service-rate=fast | --set: memory.service-rate must be a rate such as 2000/s or 50k/s",
        "memory.service-rate=11M/s | memory.service-rate must be none, or above 0/s and at most 10M/s",
        "consume.threads=1 memory.group-rates=5/s,x | memory.group-rates must be a rate such as",
        "consume.threads=1 memory.group-rates= | memory.group-rates must be a rate such as",
        "consume.threads=1 consume.groups=3 memory.group-rates=5/s,6/s"
            + " | memory.group-rates must have one rate for each of consume.groups, 3, got 2",
        "memory.group-rates=5/s | memory.group-rates needs consumers: set consume.threads",
        "consume.filter.type=sql92 consume.filter.expression=a>1"
            + " | consume.filter.type must be none or tag for driver memory",
      })
  void whatCannotBeDoneIsRefused(String assignments, String problem) {
    SettingsException refused =
        catchThrowableOfType(SettingsException.class, () -> read(assignments));
    assertThat(refused).isNotNull();
    assertThat(refused.problems()).hasSize(1);
    assertThat(refused.problems().get(0)).contains(problem);
  }
}
