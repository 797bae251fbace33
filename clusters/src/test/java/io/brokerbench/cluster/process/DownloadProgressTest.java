package io.brokerbench.cluster.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.aether.DefaultRepositorySystemSession;
import org.eclipse.aether.transfer.TransferEvent;
import org.eclipse.aether.transfer.TransferResource;
import org.junit.jupiter.api.Test;

final class DownloadProgressTest {

  private static final int MEBIBYTE = 1 << 20;

  private final List<String> lines = new ArrayList<>();
  private final Artifacts.DownloadProgress progress =
      new Artifacts.DownloadProgress("downloading", lines::add);

  @Test
  void aLineFollowsEachFiveMebibytesOfAllFiles() {
    transfer(4);
    assertThat(lines).isEmpty();
    transfer(2);
    transfer(3);
    transfer(11);
    assertThat(lines).containsExactly("downloading: 6 MiB", "downloading: 20 MiB");
  }

  private void transfer(int mebibytes) {
    progress.transferProgressed(
        event().setDataBuffer(ByteBuffer.allocate(mebibytes * MEBIBYTE)).build());
  }

  private static TransferEvent.Builder event() {
    return new TransferEvent.Builder(
        new DefaultRepositorySystemSession(),
        new TransferResource("central", "https://localhost/", "broker.jar", null, null));
  }
}
