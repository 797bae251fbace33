package io.brokerbench.rocketmq.connect;

import io.brokerbench.driver.tls.ClientTls;
import io.brokerbench.units.Text;
import io.brokerbench.workload.ConnectionSettings;
import io.brokerbench.workload.Load.SendMode;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.Workload;
import org.apache.rocketmq.common.topic.TopicValidator;

/** Rejects the settings that are not supported through a proxy, instead of ignoring them. */
final class GrpcLimits {

  private GrpcLimits() {}

  /** Records a problem for each unsupported setting. */
  static void check(Settings settings, Workload workload, RocketMqOptions options) {
    RocketMqConsumerOptions consumer = options.consumer();
    refuse(settings, consumer.any() && !consumer.pops(), "consume.model", "orderly, pop or simple");
    if (consumer.any() && consumer.fifo() && options.sends() && workload.message().shards() == 0) {
      settings.problem(
          "message.shards",
          "must be at least 1 for consume.model=orderly with rocketmq.client=grpc: only the"
              + " messages of a message group have an order");
    }
    // The proxies take it from the group's configuration at the brokers.
    refuse(
        settings,
        consumer.any() && settings.isGiven("consume.max-attempts"),
        "consume.max-attempts",
        "left out");
    refuse(settings, options.idle(), ConnectionSettings.COUNT, "0");
    refuse(settings, options.mode() == SendMode.ONEWAY, "load.mode", "sync or async");
    refuse(settings, workload.message().batch() > 1, "message.batch", "1");
    refuse(settings, options.delayLevel() > 0, "message.delay", "false");
    refuse(
        settings,
        options.direct() && settings.isGiven("client.threads"),
        "client.threads",
        "stock, or not be given,");
    refuse(settings, options.retries() > 0, "client.retries", "0");
    refuse(settings, settings.isGiven("client.route-poll"), "client.route-poll", "left out");
    refuse(settings, options.vip(), "client.vip", "false");
    refuse(settings, options.trace(), "client.trace", "false");
    refuse(settings, options.compression().isPresent(), "client.compress.enabled", "false");
    // Proxies refuse system topics, BenchmarkTest among them.
    refuse(
        settings,
        options.topics().stream().anyMatch(TopicValidator::isSystemTopic),
        "topic.name",
        "no topic of RocketMQ's own");
    // The client accepts any certificate, and presents none.
    refuse(settings, options.tls().filter(ClientTls::verifying).isPresent(), "tls.verify", "false");
    refuse(
        settings,
        options.tls().flatMap(ClientTls::keys).isPresent(),
        "tls.certificate",
        "left out");
  }

  private static void refuse(Settings settings, boolean asked, String key, String allowed) {
    if (asked) {
      settings.problem(key, Text.of("must be %s with rocketmq.client=grpc", allowed));
    }
  }
}
