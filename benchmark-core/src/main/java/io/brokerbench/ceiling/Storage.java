package io.brokerbench.ceiling;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.SplittableRandom;

/** Creates files to write to. */
@FunctionalInterface
interface Storage {

  int LARGEST_APPEND = 1 << 20;

  static Storage in(Path directory) {
    return () -> new DiskFile(Files.createTempFile(directory, "brokerbench-disk", ".tmp"));
  }

  /** Creates an empty file that is deleted on close. */
  Appended create() throws IOException;

  /** An append-only file. One thread at a time appends; another may force at the same time. */
  interface Appended extends Closeable {

    /** Appends the given number of bytes, at most {@link Storage#LARGEST_APPEND}. */
    void append(int bytes) throws IOException;

    /** Returns when all bytes appended before the call are on disk. */
    void force() throws IOException;
  }

  /** Written in the way of a broker's log: through the page cache, with fdatasync(2). */
  final class DiskFile implements Appended {

    private final Path path;
    private final FileChannel channel;
    private final ByteBuffer noise = ByteBuffer.allocateDirect(LARGEST_APPEND);

    private DiskFile(Path path) throws IOException {
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
