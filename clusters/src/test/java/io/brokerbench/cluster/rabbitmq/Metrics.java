package io.brokerbench.cluster.rabbitmq;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** What a node's Prometheus endpoint tells. */
final class Metrics {

  private Metrics() {}

  static String of(String address) throws IOException, InterruptedException {
    // Asked to upgrade, these nodes now and then answer in no protocol at all.
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .build()
        .send(
            HttpRequest.newBuilder(URI.create("http://" + address + "/metrics")).build(),
            HttpResponse.BodyHandlers.ofString())
        .body();
  }
}
