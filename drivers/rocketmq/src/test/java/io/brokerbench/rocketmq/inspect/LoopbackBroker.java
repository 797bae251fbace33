package io.brokerbench.rocketmq.inspect;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.rocketmq.connect.SharedFlush;
import io.brokerbench.testkit.StatedCluster;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.rocketmq.client.exception.MQClientException;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.remoting.exception.RemotingCommandException;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.RemotingSerializable;
import org.apache.rocketmq.remoting.protocol.RequestCode;
import org.apache.rocketmq.remoting.protocol.ResponseCode;
import org.apache.rocketmq.remoting.protocol.body.ClusterInfo;
import org.apache.rocketmq.remoting.protocol.route.BrokerData;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A server on loopback that is the name server, a master, and its slave; with a client of them. As
 * an extension of a test class, it runs during each test.
 */
public final class LoopbackBroker implements BeforeEachCallback, AfterEachCallback {

  public static final String NAME = "b";

  /** The answers to all requests except for the addresses of the brokers. Thread-safe. */
  public interface Answers {

    /** Null if the connection is lost instead. */
    @Nullable RemotingCommand to(RemotingCommand request);
  }

  private final Answers answers;
  private final ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
  private final DefaultMQProducer client = new DefaultMQProducer("loopback");
  private final Map<String, String> joined = new ConcurrentHashMap<>();

  public LoopbackBroker(Answers answers) throws IOException {
    this.answers = answers;
  }

  public String address() {
    return "127.0.0.1:" + server.getLocalPort();
  }

  @Override
  public void beforeEach(ExtensionContext test) throws MQClientException {
    // As the driver's factory does it: Netty looks once, so tests in the same JVM depend on the
    // first of them.
    SharedFlush.install();
    run(this::accept);
    client.setNamesrvAddr(address());
    client.setVipChannelEnabled(false);
    client.setInstanceName("loopback-" + server.getLocalPort());
    client.start();
  }

  public Admin admin() {
    return new Admin(client, "");
  }

  public Brokers brokers() throws BrokerException {
    Brokers brokers = new Brokers(admin(), new StatedCluster(address()));
    brokers.fetch();
    return brokers;
  }

  /** Makes the name server report another group, which is a master without slaves. */
  public void join(String name, String master) {
    joined.put(name, master);
  }

  private static void run(Runnable task) {
    Thread thread = new Thread(task);
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    try {
      while (true) {
        Socket connection = server.accept();
        run(() -> serve(connection));
      }
    } catch (IOException e) {
      // The test is over.
    }
  }

  private void serve(Socket connection) {
    try (connection;
        DataInputStream in = new DataInputStream(connection.getInputStream())) {
      while (true) {
        RemotingCommand request = RemotingCommand.decode(in.readNBytes(in.readInt()));
        RemotingCommand answer = answer(request);
        if (answer == null) {
          return;
        }
        answer.setOpaque(request.getOpaque());
        ByteBuffer encoded = answer.encode();
        byte[] bytes = new byte[encoded.remaining()];
        encoded.get(bytes);
        connection.getOutputStream().write(bytes);
      }
    } catch (IOException | RemotingCommandException e) {
      // The client has gone.
    }
  }

  private @Nullable RemotingCommand answer(RemotingCommand request) {
    return request.getCode() == RequestCode.GET_BROKER_CLUSTER_INFO
        ? success(addresses())
        : answers.to(request);
  }

  private ClusterInfo addresses() {
    BrokerData group =
        new BrokerData("c", NAME, new HashMap<>(Map.of(0L, address(), 1L, address())));
    Map<String, BrokerData> groups = new HashMap<>(Map.of(NAME, group));
    joined.forEach(
        (name, master) ->
            groups.put(name, new BrokerData("c", name, new HashMap<>(Map.of(0L, master)))));
    ClusterInfo brokers = new ClusterInfo();
    brokers.setBrokerAddrTable(groups);
    return brokers;
  }

  public static RemotingCommand refusal() {
    return RemotingCommand.createResponseCommand(ResponseCode.SYSTEM_ERROR, "refused by the test");
  }

  public static RemotingCommand success(RemotingSerializable body) {
    RemotingCommand answer = RemotingCommand.createResponseCommand(ResponseCode.SUCCESS, "");
    answer.setBody(body.encode());
    return answer;
  }

  @Override
  public void afterEach(ExtensionContext test) throws IOException {
    client.shutdown();
    server.close();
  }
}
