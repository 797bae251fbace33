package io.brokerbench.mqtt;

import io.brokerbench.mqtt.connect.MqttOptions;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsException;
import io.brokerbench.workload.SettingsReader;
import io.brokerbench.workload.Workload;
import java.util.stream.Stream;

/** Options as assignments have them. */
public final class TestOptions {

  private TestOptions() {}

  public static MqttOptions of(String... assignments) throws SettingsException {
    SettingsReader reader = Workload.defaults();
    new MqttDriverFactory().addDefaults(reader);
    reader.defaults(TestOptions.class, "cluster.yaml");
    reader.assign("driver=mqtt");
    Stream.of(assignments).forEach(reader::assign);
    Settings settings = reader.settings();
    MqttOptions options = MqttOptions.read(settings, Workload.read(settings));
    options.checkProcess(settings);
    settings.finish();
    return options;
  }
}
