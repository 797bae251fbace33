package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.github.dockerjava.api.model.HostConfig;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What {@code scripts/mosquitto/prepare} and its {@code undo} change on a machine, which is a
 * container of the image that {@code scripts/docker/prepare} builds, and where the latter locks.
 */
@Tag("nightly")
@RequiresDocker
final class PrepareIT {

  private static final String IMAGE = "brokerbench/base:bookworm";
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static final String PREPARE = "/root/scripts/mosquitto/prepare";
  private static final String UNDO = PREPARE + " undo";
  private static final String INSTALL =
      "apt-get -q update && apt-get -q -y install --no-install-recommends ";
  private static final String PACKAGES = "dpkg-query -W -f '${Package} ${Version} ${Status}\\n'";
  private static final String STATE = "dpkg-query -W -f '${db:Status-Status}' mosquitto";
  private static final String RUNNING = "pgrep -f '^/usr/sbin/mosquitto '";
  private static final String NOTHING_RECORDED = "no package is recorded as installed by scripts/";

  private String container = "";

  @BeforeEach
  void startMachine() throws Exception {
    assumeTrue(Docker.isHere(IMAGE), "scripts/docker/prepare has not built " + IMAGE);
    container =
        Docker.client()
            .createContainerCmd(IMAGE)
            .withCmd("sleep", "600")
            .withHostConfig(HostConfig.newHostConfig().withAutoRemove(true))
            .exec()
            .getId();
    Docker.client()
        .copyArchiveToContainerCmd(container)
        .withHostResource("../scripts")
        .withRemotePath("/root")
        .exec();
    Docker.client().startContainerCmd(container).exec();
    // Packages start their services only where there are an init and a runlevel.
    for (String program : List.of("init", "runlevel")) {
      String file = "/sbin/" + program;
      sh("printf '#!/bin/sh\\necho N 2\\n' >" + file + " && chmod 755 " + file);
    }
    sh("mkdir /run/mosquitto");
  }

  @AfterEach
  void removeMachine() {
    if (!container.isEmpty()) {
      Docker.client().removeContainerCmd(container).withForce(true).exec();
    }
  }

  @Test
  void undoRevertsWhatItInstalledAndAPolicyOfTheMachineStays() throws Exception {
    String policy = "#!/bin/sh\nexit 0\n";
    sh("printf '" + policy + "' >/usr/sbin/policy-rc.d && chmod 755 /usr/sbin/policy-rc.d");
    sh(INSTALL + "libcjson1");
    String before = sh(PACKAGES);

    sh(PREPARE);
    assertInstalledAndOff();
    assertThat(sh("cat /usr/sbin/policy-rc.d")).isEqualTo(policy);
    assertThat(sh(PREPARE)).isEmpty();

    assertThat(sh(UNDO))
        .contains("removing", " mosquitto", "libmosquitto1")
        .doesNotContain("libcjson1");
    assertThat(sh(PACKAGES)).isEqualTo(before);
    assertThat(sh("cat /usr/sbin/policy-rc.d")).isEqualTo(policy);
    assertNothingIsRecorded();
  }

  // The first kill ends the script alone, and apt-get continues; the second is a power failure.
  @ParameterizedTest
  @ValueSource(strings = {"kill -KILL $(cat /tmp/pid)", "kill -KILL -1"})
  void afterAKillTheNextRunFinishesAndUndoRevertsBoth(String kill) throws Exception {
    String before = sh(PACKAGES);
    sh(
        "echo 'post-invoke=touch /tmp/held; while [ -e /tmp/hold ]; do sleep 0.1; done'"
            + " >/etc/dpkg/dpkg.cfg.d/hold && touch /tmp/hold");
    Docker.start(container, "echo $$ >/tmp/pid; exec " + PREPARE);
    await().atMost(PATIENCE).until(() -> sh("ls /tmp").contains("held"));
    assertThat(sh(STATE)).isEqualTo("unpacked");

    Docker.run(container, kill);
    await().atMost(PATIENCE).until(() -> sh("pgrep -f '[m]osquitto/prepare' || true").isEmpty());
    assertNoPolicy();
    assertThat(sh("ls /usr/sbin")).contains("mosquitto");

    sh("rm /tmp/hold");
    sh(PREPARE);
    assertInstalledAndOff();
    assertNoPolicy();
    assertThat(sh(PREPARE)).isEmpty();

    sh(UNDO);
    assertThat(sh(PACKAGES)).isEqualTo(before);
    assertNoPolicy();
    assertNothingIsRecorded();
  }

  @Test
  void aBrokerThatWasThereRunsOnAndStays() throws Exception {
    // Only as root can it write the file that the init script made.
    sh("mkdir -p /etc/mosquitto/conf.d && echo 'user root' >/etc/mosquitto/conf.d/user.conf");
    sh(INSTALL + "mosquitto");
    await().atMost(PATIENCE).until(() -> !sh(RUNNING + " || true").isEmpty());
    String packages = sh(PACKAGES);
    String broker = sh(RUNNING);
    String links = sh("ls -l /etc/rc3.d");
    assertThat(links).contains("S01mosquitto");

    assertThat(sh(PREPARE)).isEmpty();
    assertNothingIsRecorded();

    assertThat(sh(PACKAGES)).isEqualTo(packages);
    assertThat(sh(RUNNING)).isEqualTo(broker);
    assertThat(sh("ls -l /etc/rc3.d")).isEqualTo(links);
  }

  @Test
  void dataThatWasThereStays() throws Exception {
    sh("mkdir /var/lib/mosquitto && echo mine >/var/lib/mosquitto/mosquitto.db");
    sh(PREPARE);
    sh(UNDO);
    assertThat(sh(STATE)).isEqualTo("config-files");
    assertThat(sh("cat /var/lib/mosquitto/mosquitto.db")).isEqualTo("mine\n");
  }

  @Test
  void undoRefusesToRemoveWhatAnotherPackageNeeds() throws Exception {
    sh(PREPARE);
    sh(INSTALL + "mosquitto-clients");
    String packages = sh(PACKAGES);
    assertThat(sh(1, UNDO)).contains("nothing is removed").contains("mosquitto-clients depends on");
    assertThat(sh(PACKAGES)).isEqualTo(packages);

    sh("dpkg --purge mosquitto-clients");
    sh(UNDO);
    assertThat(sh("ls /usr/sbin")).doesNotContain("mosquitto");
  }

  @ParameterizedTest
  @ValueSource(strings = {"redo", "undo mosquitto"})
  void anUnknownArgumentIsRefused(String arguments) throws Exception {
    assertThat(sh(2, PREPARE + " " + arguments))
        .isEqualTo("prepare: usage: scripts/mosquitto/prepare [undo], got \"" + arguments + "\"\n");
    assertThat(sh("ls /var/lib")).doesNotContain("brokerbench");
  }

  @Test
  void imagesAreMadeUnderALockThatOnlyTheirUserCanTake() throws Exception {
    String undo = "/root/scripts/docker/prepare undo";
    for (int i = 0; i < 2; i++) {
      assertThat(sh(undo)).contains(NOTHING_RECORDED);
    }
    assertThat(sh("ls -A /tmp")).isEmpty();
    assertThat(sh("stat -c %a /root/.cache/brokerbench/docker")).isEqualTo("700\n");
  }

  private void assertInstalledAndOff() throws Exception {
    assertThat(sh(STATE)).isEqualTo("installed");
    assertThat(sh("ls /run/mosquitto; pgrep -x mosquitto || true")).isEmpty();
    assertThat(sh("ls /etc/rc?.d /etc/systemd/system/*.wants"))
        .doesNotContain("S01mosquitto", "mosquitto.service");
  }

  private void assertNoPolicy() throws Exception {
    assertThat(sh("ls /usr/sbin")).doesNotContain("policy-rc.d");
  }

  private void assertNothingIsRecorded() throws Exception {
    assertThat(sh(UNDO)).contains(NOTHING_RECORDED).hasLineCount(1);
    assertThat(sh("ls /var/lib")).doesNotContain("brokerbench");
  }

  private String sh(String command) throws Exception {
    return sh(0, command);
  }

  /** Runs a command on the machine, checks its exit code and returns its output. */
  private String sh(int exitCode, String command) throws Exception {
    String said = Docker.run(container, "{ " + command + "; } 2>&1; echo \"exit $?\"");
    String end = "exit " + exitCode + "\n";
    assertThat(said).as("output of %s", command).endsWith(end);
    return said.substring(0, said.length() - end.length());
  }
}
