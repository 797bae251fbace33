package io.brokerbench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.workload.Load.SendMode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class SettingsTest {

  @Test
  void aKeyThatNoReferenceNamesIsOurMistake() {
    Settings settings = Workload.defaults().settings();
    assertThatThrownBy(() -> settings.text("no.such.key"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("no.such.key");
  }

  @Test
  void freeNamesBelowAPrefixAreTakenAndShown() throws SettingsException {
    Settings settings =
        Workload.defaults()
            .set("broker.properties.a", "1", "x")
            .set("broker.properties.b.c", "2", "x")
            .set("broker.propertiesAndMore", "3", "x")
            .settings();
    Workload.read(settings);
    assertThat(settings.below("broker.properties")).isEqualTo(Map.of("a", "1", "b.c", "2"));
    assertThat(settings.effective())
        .containsEntry("broker.properties.a", "1")
        .doesNotContainKey("broker.propertiesAndMore");
    assertThatThrownBy(settings::finish)
        .hasMessageStartingWith("x: there is no setting broker.propertiesAndMore here");
  }

  @Test
  void nearestIsTheOneWithFewestChangesAndOnlyIfNearEnough() {
    List<String> flags = List.of("--duration", "--rate", "--repeat");
    assertThat(Settings.nearest("--durations", flags)).isEqualTo("; did you mean --duration?");
    assertThat(Settings.nearest("--rat", flags)).isEqualTo("; did you mean --rate?");
    assertThat(Settings.nearest("--qqqqqqqqqqqqqqqqqq", flags)).isEmpty();
  }

  @Test
  void whatOtherSettingsImplyGoesBeforeTheDefaultAndAfterWhatIsGiven() {
    Settings implied = Workload.defaults().settings();
    assertThat(implied.choice("load.mode", SendMode.class, SendMode.ONEWAY))
        .isEqualTo(SendMode.ONEWAY);
    assertThat(implied.effective()).containsEntry("load.mode", "oneway");
    Settings given = Workload.defaults().set("load.mode", "async", "x").settings();
    assertThat(given.choice("load.mode", SendMode.class, SendMode.ONEWAY))
        .isEqualTo(SendMode.ASYNC);
    assertThat(given.effective()).containsEntry("load.mode", "async");
  }

  @Test
  void whatAnotherSettingNeedsIsSetAndNamedUnlessItIsGiven() {
    Settings settings = Workload.defaults().set("broker.properties.b", "no", "x").settings();
    settings.imply("broker.properties.a", "yes", "consume.model=pop");
    settings.imply("broker.properties.b", "yes", "consume.model=pop");
    assertThat(settings.below("broker.properties")).isEqualTo(Map.of("a", "yes", "b", "no"));
    assertThat(settings.implications())
        .containsExactly("broker.properties.a=yes, because consume.model=pop needs it");
  }

  @Test
  void whoReadsAgainSeesTheValueInForce() {
    Settings settings = Workload.defaults().set("load.threads", " 7 ", "-w").settings();
    assertThat(settings.isGiven("load.threads")).isTrue();
    assertThat(settings.isGiven("load.mode")).isFalse();
    assertThat(settings.integer("load.threads", 1, 10)).isEqualTo(7);
  }
}
