package io.brokerbench.cluster.rocketmq.node;

import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import io.brokerbench.clock.Clock;
import io.brokerbench.cluster.docker.Containers;
import io.brokerbench.cluster.docker.DockerEngine;
import io.brokerbench.cluster.node.Addresses;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/**
 * Toxiproxy between a slave and its master, which delays the data sent by the master.
 *
 * @param id the ID of the container
 * @param address the address of the container on the engine's bridge network
 * @param api the URL of Toxiproxy's API
 */
public record HaProxy(String id, String address, URI api) {

  private static final String ROLE = "ha-proxy";
  private static final int API_PORT = 8474;
  private static final int ALREADY_THERE = 409;
  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final HttpClient HTTP =
      HttpClient.newBuilder().proxy(HttpClient.Builder.NO_PROXY).connectTimeout(PATIENCE).build();
  private static final long ANSWER_NANOS = 10_000_000_000L;
  private static final long PAUSE_NANOS = 20_000_000;

  /** Starts the proxy in the process namespace of the pod, so that it ends with the pod. */
  public static HaProxy start(DockerEngine engine, Containers containers, String image, String pod)
      throws BrokerException, InterruptedException {
    ExposedPort api = ExposedPort.tcp(API_PORT);
    String id =
        containers.create(
            containers
                .command(
                    ROLE,
                    image,
                    HostConfig.newHostConfig()
                        .withNetworkMode(DockerEngine.BRIDGE)
                        .withPidMode("container:" + pod)
                        .withPortBindings(
                            new PortBinding(Ports.Binding.bindIp(Addresses.LOOPBACK), api)))
                .withExposedPorts(api));
    boolean up = false;
    try {
      containers.start(id, ROLE);
      HaProxy proxy =
          new HaProxy(
              id,
              engine.address(id),
              URI.create(
                  Text.of("http://%s:%d", Addresses.LOOPBACK, engine.published(id, API_PORT))));
      up = true;
      return proxy;
    } finally {
      if (!up) {
        engine.remove(id);
      }
    }
  }

  /** Accepts connections on a port, forwards them to the master, and delays its responses. */
  public void delay(int port, String master, Duration delay)
      throws BrokerException, InterruptedException {
    post(
        "/proxies",
        Text.of(
            "{\"name\":\"ha\",\"listen\":\"0.0.0.0:%d\",\"upstream\":\"%s\",\"enabled\":true}",
            port, master));
    post(
        "/proxies/ha/toxics",
        Text.of(
            "{\"type\":\"latency\",\"stream\":\"downstream\",\"attributes\":{\"latency\":%d}}",
            delay.toMillis()));
  }

  private void post(String path, String json) throws BrokerException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(api.resolve(path))
            .timeout(PATIENCE)
            .POST(HttpRequest.BodyPublishers.ofString(json))
            .build();
    Clock clock = Clock.system();
    long deadlineNanos = clock.nanoTime() + ANSWER_NANOS;
    while (true) {
      try {
        HttpResponse<String> response = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() / 100 != 2 && response.statusCode() != ALREADY_THERE) {
          throw new BrokerException(
              Text.of(
                  "the proxy for cluster.container.replication-delay refuses %s: %s",
                  json, response.body().strip()));
        }
        return;
      } catch (IOException e) {
        // The proxy may still be starting.
        if (clock.nanoTime() > deadlineNanos) {
          throw new BrokerException(
              "the proxy for cluster.container.replication-delay does not answer: " + e, e);
        }
        clock.park(PAUSE_NANOS);
      }
    }
  }
}
