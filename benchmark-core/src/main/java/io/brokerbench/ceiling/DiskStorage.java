package io.brokerbench.ceiling;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.SplittableRandom;

/**
 * Files in a directory, written in the way of a broker's log: through the page cache, with
 * fdatasync(2).
 */
record DiskStorage(Path directory) implements Storage {

  static final int LARGEST_APPEND = 1 << 20;

  @Override
  public Appended create() throws IOException {
    return new DiskFile(Files.createTempFile(directory, "brokerbench-disk", ".tmp"));
  }

  private static final class DiskFile implements Appended {

    private final Path path;
    private final FileChannel channel;
    private final ByteBuffer noise = ByteBuffer.allocateDirect(LARGEST_APPEND);

    DiskFile(Path path) throws IOException {
      this.path = path;
      // In case the process is terminated before close().
      path.toFile().deleteOnExit();
      this.channel = FileChannel.open(path, StandardOpenOption.WRITE);
      // File systems with compression would hardly write zeros.
      SplittableRandom random = new SplittableRandom(1);
      while (noise.hasRemaining()) {
        noise.putLong(random.nextLong());
      }
    }

    @Override
    public void append(int bytes) throws IOException {
      noise.position(0).limit(bytes);
      while (noise.hasRemaining()) {
        channel.write(noise);
      }
    }

    @Override
    public void force() throws IOException {
      channel.force(false);
    }

    @Override
    public void close() throws IOException {
      try {
        channel.close();
      } finally {
        Files.deleteIfExists(path);
      }
    }
  }
}
