package io.brokerbench.cluster.process;

import io.brokerbench.units.Text;
import java.util.function.Consumer;
import org.eclipse.aether.transfer.AbstractTransferListener;
import org.eclipse.aether.transfer.TransferEvent;

/**
 * Reports the size of a download after each five mebibytes. Thread-safe: files come in parallel.
 */
final class DownloadProgress extends AbstractTransferListener {

  private static final long MEBIBYTE = 1 << 20;
  private static final long STEP = 5 * MEBIBYTE;

  private final String what;
  private final Consumer<String> progress;
  private long bytes;

  /**
   * @param what the beginning of each line: "downloading RocketMQ 5.5.0"
   */
  DownloadProgress(String what, Consumer<String> progress) {
    this.what = what;
    this.progress = progress;
  }

  @Override
  public synchronized void transferProgressed(TransferEvent event) {
    long before = bytes;
    bytes += event.getDataLength();
    if (bytes / STEP > before / STEP) {
      progress.accept(Text.of("%s: %,d MiB", what, bytes / MEBIBYTE));
    }
  }
}
