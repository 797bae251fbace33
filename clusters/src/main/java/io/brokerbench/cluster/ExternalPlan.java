package io.brokerbench.cluster;

import io.brokerbench.cluster.Addresses.Address;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.ClusterPlan;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** Takes a running cluster if one of its addresses takes a connection. */
public final class ExternalPlan implements ClusterPlan {

  private static final int CONNECT_MILLIS = 5_000;
  // The look-up of a host's name has no limit of its own.
  private static final int ANSWER_MILLIS = 8_000;

  private final String what;
  private final Addresses addresses;
  private final Map<String, Object> told;

  /**
   * A plan.
   *
   * @param what is at the addresses: "name server"
   * @param told what else is known of the cluster, as facts
   */
  public ExternalPlan(String what, Addresses addresses, Map<String, Object> told) {
    this.what = what;
    this.addresses = addresses;
    this.told = told;
  }

  @Override
  public Cluster start(Consumer<String> progress) throws BrokerException, InterruptedException {
    List<CompletableFuture<String>> answers = new ArrayList<>();
    CompletableFuture<String> connected = new CompletableFuture<>();
    for (Address address : addresses.list()) {
      CompletableFuture<String> answer = new CompletableFuture<>();
      answers.add(answer);
      Thread thread = new Thread(() -> connect(address, connected, answer), "brokerbench-connect");
      thread.setDaemon(true);
      thread.start();
    }
    try {
      CompletableFuture.anyOf(
              connected, CompletableFuture.allOf(answers.toArray(CompletableFuture<?>[]::new)))
          .get(ANSWER_MILLIS, TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } catch (TimeoutException e) {
      // Those that did not answer are told below.
    }
    if (connected.isDone()) {
      return new ExternalCluster(addresses, told);
    }
    throw new BrokerException(
        String.format(Locale.ROOT, "no %s takes a connection: ", what)
            + String.join(
                ", ", answers.stream().map(answer -> answer.getNow("no answer in time")).toList()));
  }

  private static void connect(
      Address address, CompletableFuture<String> connected, CompletableFuture<String> answer) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(address.host(), address.port()), CONNECT_MILLIS);
      connected.complete(address.toString());
      answer.complete(address + " answers");
    } catch (UnknownHostException e) {
      answer.complete(String.format(Locale.ROOT, "%s (there is no such host)", address));
    } catch (IOException e) {
      answer.complete(String.format(Locale.ROOT, "%s (%s)", address, e.getMessage()));
    }
  }
}
