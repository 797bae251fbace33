package io.brokerbench.workers.run;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import io.brokerbench.clock.Clock;
import io.brokerbench.workers.link.LinkListener;
import io.brokerbench.workers.link.WorkerLink;
import io.brokerbench.workers.protocol.Command;
import io.brokerbench.workers.protocol.End;
import io.brokerbench.workers.protocol.Report;
import io.brokerbench.workers.protocol.RunOrder;
import io.brokerbench.workers.protocol.Span;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A worker that is given the password of its account by reference, and resolves it itself. */
final class WorkerSecretsTest {

  private static final String READY = "ready";

  /** Ends the run when the worker has connected to its broker. */
  private static final class Controller implements WorkerLink {

    private final List<String> outcomes = new CopyOnWriteArrayList<>();
    private volatile @Nullable LinkListener listener;

    @Override
    public String name() {
      return "the controller";
    }

    @Override
    public void send(byte[] payload) {
      try {
        Report report = Report.parseFrom(payload);
        if (report.hasFailure()) {
          outcomes.add(report.getFailure());
        } else if (report.hasReady()) {
          outcomes.add(READY);
          requireNonNull(listener)
              .received(
                  Command.newBuilder().setEnd(End.getDefaultInstance()).build().toByteArray());
        }
      } catch (InvalidProtocolBufferException e) {
        throw new IllegalArgumentException(e);
      }
    }

    @Override
    public void listen(LinkListener only) {
      listener = only;
    }

    @Override
    public void close() {}
  }

  /** What a worker reports of its start, with a broker that admits only one password. */
  private static List<String> outcomes(String reference, String admitted) throws Exception {
    Controller controller = new Controller();
    RunOrder order =
        RunOrder.newBuilder()
            .putSettings("driver", "scripted")
            .putSettings("load.threads", "1")
            .putSettings("scripted.password", reference)
            .putSettings("scripted.admits", String.valueOf(admitted.hashCode()))
            .setNumber(1)
            .setRun("run")
            .setClusterFacts("{}")
            .setSenders(Span.newBuilder().setTo(1))
            .build();
    new WorkerRun(order, controller, Clock.system(), 1).run();
    return controller.outcomes;
  }

  @Test
  void aFileOfItsMachineHasThePassword(@TempDir Path directory) throws Exception {
    Path file = Files.writeString(directory.resolve("password"), "right\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    assertThat(outcomes("file:" + file, "right")).containsExactly(READY);
    assertThat(outcomes("file:" + file, "another")).containsExactly("the password is wrong");
  }

  @Test
  void aVariableOfItsEnvironmentHasThePassword() throws Exception {
    Map.Entry<String, String> variable =
        System.getenv().entrySet().stream()
            .filter(each -> each.getKey().matches("[A-Za-z_]\\w*") && !each.getValue().isEmpty())
            .findFirst()
            .orElseThrow();
    String reference = "env:" + variable.getKey();
    assertThat(outcomes(reference, variable.getValue())).containsExactly(READY);
    assertThat(outcomes(reference, reference)).containsExactly("the password is wrong");
  }

  @Test
  void aPasswordThatItsMachineLacksIsReportedInOneLine(@TempDir Path directory) throws Exception {
    assertThat(outcomes("env:BROKERBENCH_IS_NOT_SET", "right"))
        .containsExactly(
            "the controller: scripted.password refers to the environment variable"
                + " BROKERBENCH_IS_NOT_SET, which is not set");
    Path file = directory.resolve("missing");
    assertThat(outcomes("file:" + file, "right"))
        .containsExactly(
            "the controller: scripted.password refers to the file "
                + file
                + ", which is not there");
  }
}
