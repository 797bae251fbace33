package io.brokerbench.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A lock on a file, held until it is closed or the process has ended, however that happened. The
 * process must not open the file through other channels: closing one would release the lock. Not
 * thread-safe.
 */
final class HeldFile implements AutoCloseable {

  private final Path file;
  private final FileChannel channel;

  private HeldFile(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * Waits for the lock. Creates the file if it is missing.
   *
   * @throws IOException if the file cannot be created or locked
   */
  static HeldFile await(Path file) throws IOException {
    while (true) {
      try {
        Files.createFile(file);
      } catch (FileAlreadyExistsException e) {
        // Another process has the lock, or left the file behind.
      }
      Object before = key(file);
      try {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        channel.lock();
        // The previous holder deletes the file, so this channel may refer to an unlinked one.
        if (before != null && Objects.equals(before, key(file))) {
          return new HeldFile(file, channel);
        }
        channel.close();
      } catch (NoSuchFileException e) {
        // Deleted in between: retry.
      }
    }
  }

  /** The key of the file that has this name now; null if there is none. */
  private static @Nullable Object key(Path file) throws IOException {
    try {
      return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  /**
   * Locks a byte of a file, which is created if missing.
   *
   * @return empty if the byte is already locked
   * @throws IOException if the file cannot be created or locked
   */
  static Optional<HeldFile> ofByte(Path file, int position) throws IOException {
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    HeldFile held = new HeldFile(file, channel);
    if (held.tryLock(position).isPresent()) {
      return Optional.of(held);
    }
    channel.close();
    return Optional.empty();
  }

  /** Whether the given byte is unlocked. */
  boolean isFree(int position) throws IOException {
    Optional<FileLock> lock = tryLock(position);
    if (lock.isPresent()) {
      lock.get().release();
    }
    return lock.isPresent();
  }

  private Optional<FileLock> tryLock(int position) throws IOException {
    try {
      return Optional.ofNullable(channel.tryLock(position, 1, false));
    } catch (OverlappingFileLockException e) {
      return Optional.empty();
    }
  }

  /** Replaces the content of the file. */
  void write(String text) throws IOException {
    channel.truncate(0);
    ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  /** Releases the lock without deleting the file. */
  void release() throws IOException {
    channel.close();
  }

  /** Deletes the file and releases the lock; has no effect after {@link #release}. */
  @Override
  public void close() throws IOException {
    if (channel.isOpen()) {
      Files.deleteIfExists(file);
      channel.close();
    }
  }
}
