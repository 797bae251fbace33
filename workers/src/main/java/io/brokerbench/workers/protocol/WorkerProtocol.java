package io.brokerbench.workers.protocol;

import com.google.protobuf.ByteString;
import io.brokerbench.units.Text;
import io.grpc.MethodDescriptor;
import io.grpc.protobuf.ProtoUtils;
import java.time.Duration;
import java.util.logging.Level;
import java.util.logging.Logger;

/** The service of the controller, and the limits that both sides keep. */
public final class WorkerProtocol {

  /** Rises when a message changes its meaning. */
  public static final int VERSION = 1;

  /** A longer message ends its stream before it is read. */
  public static final int MAX_MESSAGE_BYTES = 4 << 20;

  /** The longest payload: shorter than a message by an envelope with a name. */
  public static final int MAX_PAYLOAD_BYTES = MAX_MESSAGE_BYTES - 256;

  /** Time between two ticks on an idle stream, each of which a worker answers. */
  public static final Duration TICK = Duration.ofSeconds(1);

  /** The only method of the service: one stream in each direction. */
  public static final MethodDescriptor<FromWorker, ToWorker> CONNECT =
      MethodDescriptor.<FromWorker, ToWorker>newBuilder()
          .setType(MethodDescriptor.MethodType.BIDI_STREAMING)
          .setFullMethodName(
              MethodDescriptor.generateFullMethodName("brokerbench.Workers", "Connect"))
          .setRequestMarshaller(ProtoUtils.marshaller(FromWorker.getDefaultInstance()))
          .setResponseMarshaller(ProtoUtils.marshaller(ToWorker.getDefaultInstance()))
          .build();

  /** Loggers are configured as long as they are referenced. */
  private static final Logger GRPC = Logger.getLogger("io.grpc");

  private WorkerProtocol() {}

  /**
   * Wraps a payload.
   *
   * @throws IllegalArgumentException if it is too long
   */
  public static ByteString payload(byte[] bytes) {
    if (bytes.length > MAX_PAYLOAD_BYTES) {
      throw new IllegalArgumentException(
          Text.of("%,d bytes; a message has at most %,d", bytes.length, MAX_PAYLOAD_BYTES));
    }
    return ByteString.copyFrom(bytes);
  }

  /** Turns off the log of gRPC, because failures of connections are reported in one line. */
  public static void logNothing() {
    GRPC.setLevel(Level.OFF);
  }
}
