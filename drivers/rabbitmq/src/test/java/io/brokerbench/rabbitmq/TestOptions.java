package io.brokerbench.rabbitmq;

import io.brokerbench.rabbitmq.connect.RabbitMqOptions;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsException;
import io.brokerbench.workload.SettingsReader;
import io.brokerbench.workload.Workload;
import java.util.stream.Stream;

/** Options as assignments have them. */
public final class TestOptions {

  private TestOptions() {}

  public static RabbitMqOptions of(String... assignments) throws SettingsException {
    return of(Workload.defaults(), assignments);
  }

  public static RabbitMqOptions of(SettingsReader reader, String... assignments)
      throws SettingsException {
    new RabbitMqDriverFactory().addDefaults(reader);
    reader.defaults(TestOptions.class, "cluster.yaml");
    Stream.of(assignments).forEach(reader::assign);
    Settings settings = reader.settings();
    RabbitMqOptions options = RabbitMqOptions.read(settings, Workload.read(settings));
    // A cluster reads it in any case.
    settings.text("cluster.host");
    settings.integer("cluster.nodes", 1, 99);
    settings.finish();
    return options;
  }
}
