package io.brokerbench.stored;

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
 * A lock that a process holds on a file, until it is closed or the process is gone, however it
 * ended. Other channels of the same process must not touch the file: closing one would release the
 * lock. For one thread.
 */
final class HeldFile implements AutoCloseable {

  private final Path file;
  private final FileChannel channel;

  private HeldFile(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * Waits until nobody else has the lock. The file is made if it does not exist.
   *
   * @throws IOException if it cannot be made or locked
   */
  static HeldFile await(Path file) throws IOException {
    while (true) {
      try {
        Files.createFile(file);
      } catch (FileAlreadyExistsException e) {
        // Somebody else has it, or left it behind.
      }
      Object before = key(file);
      try {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        channel.lock();
        // Whoever had the lock has deleted the file: this may be one without a name.
        if (before != null && Objects.equals(before, key(file))) {
          return new HeldFile(file, channel);
        }
        channel.close();
      } catch (NoSuchFileException e) {
        // Deleted in between: once more.
      }
    }
  }

  /** Identifies the file that has this name now; null if none has. */
  private static @Nullable Object key(Path file) throws IOException {
    try {
      return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  /**
   * Locks a byte of a file, which is made if it does not exist.
   *
   * @return empty if somebody else has it
   * @throws IOException if the file cannot be made or locked
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

  /** Whether nobody has the lock of another byte. */
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

  /** Makes the text all that the file holds. */
  void write(String text) throws IOException {
    channel.truncate(0);
    ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  /** Whether it was not released yet. */
  boolean isHeld() {
    return channel.isOpen();
  }

  /** Releases the lock; the file stays. */
  void release() throws IOException {
    channel.close();
  }

  /** Deletes the file and releases the lock; nothing happens if it is released. */
  @Override
  public void close() throws IOException {
    if (channel.isOpen()) {
      Files.deleteIfExists(file);
      channel.close();
    }
  }
}
