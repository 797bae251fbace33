package io.brokerbench.cluster.docker;

import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import io.brokerbench.address.HostPort;
import io.brokerbench.clock.Clock;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Node.Impairment;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/**
 * Toxiproxy between a slave and its master, which delays the data sent by the master. Thread-safe.
 *
 * @param id the ID of the container
 * @param address the address of the container on the engine's bridge network
 * @param api the URL of Toxiproxy's API
 * @param usual the delay outside of faults
 */
public record ReplicationProxy(String id, String address, URI api, Duration usual) {

  private static final String ROLE = "ha-proxy";
  private static final String TOXICS = "/proxies/ha/toxics";
  private static final String TOXIC = "delay";
  private static final int API_PORT = 8474;
  private static final int ALREADY_THERE = 409;
  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final HttpClient HTTP =
      HttpClient.newBuilder().proxy(HttpClient.Builder.NO_PROXY).connectTimeout(PATIENCE).build();
  private static final long ANSWER_NANOS = 10_000_000_000L;
  private static final long PAUSE_NANOS = 20_000_000;

  /** Starts the proxy in the process namespace of the pod, so that it ends with the pod. */
  public static ReplicationProxy start(
      DockerEngine engine, Containers containers, String image, String pod, Duration usual)
      throws BrokerException, InterruptedException {
    ExposedPort api = ExposedPort.tcp(API_PORT);
    HostConfig host =
        HostConfig.newHostConfig()
            .withNetworkMode(DockerEngine.BRIDGE)
            .withPidMode("container:" + pod)
            .withPortBindings(new PortBinding(Ports.Binding.bindIp(HostPort.LOOPBACK), api));
    String id = containers.create(containers.command(ROLE, image, host).withExposedPorts(api));
    try {
      containers.start(id, ROLE);
      return new ReplicationProxy(
          id,
          engine.address(id),
          URI.create(Text.of("http://%s:%d", HostPort.LOOPBACK, engine.published(id, API_PORT))),
          usual);
    } catch (Throwable e) {
      engine.remove(id);
      throw e;
    }
  }

  /** Accepts connections on a port, forwards them to the master, and delays its responses. */
  public void forward(int port, String master) throws BrokerException, InterruptedException {
    post(
        "/proxies",
        Text.of(
            "{\"name\":\"ha\",\"listen\":\"0.0.0.0:%d\",\"upstream\":\"%s\",\"enabled\":true}",
            port, master));
    post(
        TOXICS,
        Text.of(
            "{\"name\":\"%s\",\"type\":\"latency\",\"stream\":\"downstream\",\"attributes\":{\"latency\":%d}}",
            TOXIC, usual.toMillis()));
  }

  /**
   * Delays the data of all connections by {@link Impairment#REPLICATION_DELAY}, if that is more.
   */
  void slowDown() throws BrokerException {
    Duration fault = Impairment.REPLICATION_DELAY;
    delay(usual.compareTo(fault) > 0 ? usual : fault);
  }

  /** Undoes {@link #slowDown}. */
  void restore() throws BrokerException {
    delay(usual);
  }

  private void delay(Duration delay) throws BrokerException {
    try {
      post(TOXICS + "/" + TOXIC, Text.of("{\"attributes\":{\"latency\":%d}}", delay.toMillis()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BrokerException("the delay of replication was not changed: interrupted", e);
    }
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
                  "the proxy of the replication refuses %s: %s", json, response.body().strip()));
        }
        return;
      } catch (IOException e) {
        // The proxy may still be starting.
        if (clock.nanoTime() > deadlineNanos) {
          throw new BrokerException("the proxy of the replication does not answer: " + e, e);
        }
        clock.park(PAUSE_NANOS);
      }
    }
  }
}
