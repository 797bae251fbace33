package io.brokerbench.it;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** The driver {@code rocketmq} with simple consumers of the gRPC client. */
@Tag("nightly")
final class SimpleConsumersContractIT extends GrpcContract {

  SimpleConsumersContractIT(@TempDir Path directory) throws Exception {
    super(directory, "simple");
  }
}
