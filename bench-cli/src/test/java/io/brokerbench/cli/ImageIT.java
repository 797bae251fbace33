package io.brokerbench.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.testkit.Required;
import io.brokerbench.units.Text;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The image of deploy/Dockerfile, with no right that a container can do without. */
@Tag("nightly")
final class ImageIT {

  private static final String IMAGE = "brokerbench:test-" + ProcessHandle.current().pid();

  /** Its first stage has a name too, because Docker keeps one without a name for ever. */
  private static final String FIRST_STAGE = IMAGE + "-unpacked";

  private static final int BROKER_FAILED = 3;
  private static final int SUSPECT = 4;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private record Ended(int code, String output) {}

  @BeforeAll
  static void build(@TempDir Path context) throws Exception {
    Required.orSkip(HostNetwork.problem(), "BENCH_REQUIRE_DOCKER");
    Path archive = Distribution.archive(".tar.gz");
    Files.copy(archive, context.resolve(archive.getFileName()));
    build("--target unpacked -t " + FIRST_STAGE, context);
    build("-t " + IMAGE, context);
  }

  private static void build(String what, Path context) throws Exception {
    Ended build =
        docker(
            Text.of(
                "build -q -f ../deploy/Dockerfile %s --build-arg JRE_IMAGE=%s %s",
                what, HostNetwork.jre(), context));
    assertThat(build.code()).as(build.output()).isZero();
  }

  @AfterAll
  static void remove() throws Exception {
    docker("image rm " + IMAGE + " " + FIRST_STAGE);
  }

  @Test
  void measuresWithoutRights() throws Exception {
    Ended run =
        docker(
            "run --rm --read-only --tmpfs /tmp:exec --network none --cap-drop ALL"
                + " --security-opt no-new-privileges "
                + IMAGE
                + " producer --set driver=memory -w 1 --warmup 0s --duration 1s");
    assertThat(run.code()).as(run.output()).isIn(0, SUSPECT);
    assertThat(run.output()).contains("acknowledged in the memory of this process");
  }

  /** Each client is asked for a broker that is not there. */
  @ParameterizedTest
  @ValueSource(strings = {"rocketmq", "rabbitmq", "mqtt"})
  void hasTheClientsOfAllBrokers(String driver) throws Exception {
    Ended run =
        docker(
            "run --rm --read-only --tmpfs /tmp:exec --network none "
                + IMAGE
                + " producer --warmup 0s --duration 1s -n 127.0.0.1:1 --driver "
                + driver);
    assertThat(run.code()).as(run.output()).isEqualTo(BROKER_FAILED);
    assertThat(run.output()).contains("127.0.0.1:1");
  }

  @Test
  void itsUserIsNotRoot() throws Exception {
    assertThat(docker("run --rm --network none --entrypoint id " + IMAGE + " -u").output())
        .isEqualTo("10001\n");
  }

  @Test
  void everyUserCanWriteToItsHome() throws Exception {
    Ended written =
        docker(
            "run --rm --read-only --tmpfs /tmp --network none --user 12345 --entrypoint sh "
                + IMAGE
                + " -c cd&&>written");
    assertThat(written.code()).as(written.output()).isZero();
  }

  @Test
  void aWorkerIsHealthyWhileItIsRegistered() throws Exception {
    String container = "worker-" + IMAGE.substring(IMAGE.indexOf('-') + 1);
    String limits = "--read-only --tmpfs /tmp:exec --network none --health-interval=1s ";
    assertThat(
            docker(
                    Text.of(
                        "run -d --name %s %s%s worker --name w --join=127.0.0.1:7700",
                        container, limits, IMAGE))
                .code())
        .isZero();
    try {
      awaitHealth(container, "unhealthy");
      Process controller =
          new ProcessBuilder(
                  ("docker exec "
                          + container
                          + " /opt/brokerbench/bin/bench producer --driver memory -w 1 --rate 100/s --workers 1 --listen"
                          + " 127.0.0.1:7700 --duration 1h --out /tmp/results")
                      .split(" ", -1))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      try {
        awaitHealth(container, "healthy");
      } finally {
        controller.destroyForcibly();
      }
    } finally {
      docker("rm -f " + container);
    }
  }

  private static void awaitHealth(String container, String health) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(docker("inspect -f {{.State.Health.Status}} " + container).output())
                    .as(() -> logs(container))
                    .isEqualTo(health + "\n"));
  }

  private static String logs(String container) {
    try {
      return docker("logs " + container).output();
    } catch (Exception e) {
      return e.toString();
    }
  }

  private static Ended docker(String arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("docker"));
    command.addAll(List.of(arguments.split(" ", -1)));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    return new Ended(process.waitFor(), output);
  }
}
