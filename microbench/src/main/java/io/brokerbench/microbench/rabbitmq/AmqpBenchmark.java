package io.brokerbench.microbench.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.MessageProperties;
import com.rabbitmq.client.impl.AMQCommand;
import com.rabbitmq.client.impl.AMQContentHeader;
import com.rabbitmq.client.impl.AMQImpl;
import com.rabbitmq.client.impl.Method;
import io.brokerbench.microbench.Bodies;
import io.brokerbench.microbench.Check;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Encoding of a basic.publish and decoding of a basic.deliver: method, header and body frames,
 * through the client's own buffers.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class AmqpBenchmark {

  static final String EXCHANGE = "microbench";
  static final String ROUTING_KEY = "orders.eu-central";
  static final AMQP.BasicProperties PROPERTIES = MessageProperties.PERSISTENT_BASIC;

  /** Size of the body in bytes; the largest one spans several frames. */
  @Param({"128", "1024", "262144"})
  public int size = 1024;

  private byte[] body = {};
  private byte[] published = {};
  private MemoryConnection connection = new MemoryConnection(published);
  private final ByteArrayOutputStream copied = new ByteArrayOutputStream(1 << 17);

  @Setup
  public void prepare() throws IOException {
    body = Bodies.text(size);
    published = publish().toByteArray();
    AMQCommand sent = new MemoryConnection(published).receive();
    same(sent, publishMethod());

    Method deliver = new AMQImpl.Basic.Deliver("amq.ctag-4711", 4711, false, EXCHANGE, ROUTING_KEY);
    connection = new MemoryConnection(connection.send(command(deliver)).toByteArray());
    same(deliver(), deliver);
  }

  private void same(AMQCommand actual, Method method) {
    Check.same("method", method, actual.getMethod());
    AMQContentHeader header = actual.getContentHeader();
    Check.same("properties", PROPERTIES, header);
    Check.same("body", body, actual.getContentBody());
  }

  private static Method publishMethod() {
    return new AMQImpl.Basic.Publish(0, EXCHANGE, ROUTING_KEY, false, false);
  }

  private AMQCommand command(Method method) {
    return new AMQCommand(method, PROPERTIES, ByteBuffer.wrap(body));
  }

  /** The steps of the client's channel. */
  @Benchmark
  public ByteArrayOutputStream publish() throws IOException {
    return connection.send(command(publishMethod()));
  }

  @Benchmark
  public AMQCommand deliver() throws IOException {
    return connection.receive();
  }

  @Benchmark
  public ByteArrayOutputStream baseline() {
    copied.reset();
    copied.writeBytes(published);
    return copied;
  }
}
