package io.brokerbench.microbench.mqtt;

import io.brokerbench.microbench.Bodies;
import io.brokerbench.microbench.Check;
import java.io.ByteArrayOutputStream;
import java.util.concurrent.TimeUnit;
import org.eclipse.paho.client.mqttv3.MqttException;
import org.eclipse.paho.client.mqttv3.MqttMessage;
import org.eclipse.paho.client.mqttv3.internal.wire.MqttPublish;
import org.eclipse.paho.client.mqttv3.internal.wire.MqttWireMessage;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Encoding and decoding of a PUBLISH packet with a body of 1 KB. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PahoBenchmark {

  static final String TOPIC = "microbench/orders";
  static final int PACKET_ID = 1;

  @Param({"0", "1", "2"})
  public int qos = 0;

  private final byte[] body = Bodies.text(1024);
  private final ByteArrayOutputStream out = new ByteArrayOutputStream(1 << 12);
  private byte[] bytes = {};

  @Setup
  public void prepare() throws MqttException {
    encode();
    bytes = out.toByteArray();
    MqttPublish received = (MqttPublish) decode();
    Check.same("topic", TOPIC, received.getTopicName());
    Check.same("body", body, received.getMessage().getPayload());
    Check.same("QoS", qos, received.getMessage().getQos());
    Check.same("packet id", qos == 0 ? 0 : PACKET_ID, received.getMessageId());
  }

  /** The steps of the client's publish and of its output stream. */
  @Benchmark
  public ByteArrayOutputStream encode() throws MqttException {
    MqttMessage message = new MqttMessage(body);
    message.setQos(qos);
    MqttPublish publish = new MqttPublish(TOPIC, message);
    if (qos > 0) {
      publish.setMessageId(PACKET_ID);
    }
    out.reset();
    out.writeBytes(publish.getHeader());
    out.writeBytes(publish.getPayload());
    return out;
  }

  @Benchmark
  public MqttWireMessage decode() throws MqttException {
    return MqttWireMessage.createWireMessage(bytes);
  }

  @Benchmark
  public ByteArrayOutputStream baseline() {
    out.reset();
    out.writeBytes(bytes);
    return out;
  }
}
