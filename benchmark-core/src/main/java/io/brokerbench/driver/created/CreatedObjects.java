package io.brokerbench.driver.created;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Seat;
import io.brokerbench.file.UserHome;
import io.brokerbench.record.RandomId;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The objects that a run creates on an external cluster. Each is on disk before it is created, in a
 * file that this process holds locked; the file is deleted when all of them are gone. Nothing is
 * recorded on a cluster that the run starts, or if the objects are to stay. Thread-safe.
 */
public final class CreatedObjects implements AutoCloseable {

  /** End of the names of the files. */
  static final String SUFFIX = ".jsonl";

  private final String id;
  private final RecordLine.Origin origin;
  private final Path file;
  private final boolean recorded;
  private final Set<CreatedObject> present = new LinkedHashSet<>();
  private @Nullable FileChannel channel;

  private CreatedObjects(
      String id, String driver, String scope, String address, Path directory, boolean recorded) {
    this.id = id;
    this.origin =
        new RecordLine.Origin(
            id,
            Clock.system().now().truncatedTo(ChronoUnit.SECONDS).toString(),
            driver,
            address,
            ProcessHandle.current().pid(),
            scope);
    this.file = directory.resolve(id + SUFFIX);
    this.recorded = recorded;
  }

  /**
   * The objects of a run that is about to use a cluster. No file is created before the first object
   * is.
   *
   * @param seat of the session; one that joins a run records nothing, because it creates nothing
   * @param keep whether the objects are to stay after the run
   */
  public static CreatedObjects of(String driver, Cluster cluster, Seat seat, boolean keep) {
    return of(driver, "", cluster, seat, keep);
  }

  /**
   * The objects of a run within a part of a cluster.
   *
   * @param scope see {@link CleaningDriver#scope}
   */
  public static CreatedObjects of(
      String driver, String scope, Cluster cluster, Seat seat, boolean keep) {
    return new CreatedObjects(
        seat.joins() ? seat.run() : RandomId.ofName(),
        driver,
        scope,
        cluster.address(),
        directory(System.getenv()),
        cluster.nodes().isEmpty() && !keep && !seat.joins());
  }

  /**
   * The directory of the records, {@code brokerbench/created} in the user's state directory
   * (XDG_STATE_HOME, {@code ~/.local/state} by default). Without a {@link UserHome}, nothing can be
   * recorded.
   */
  static Path directory(Map<String, String> environment) {
    // The XDG Base Directory Specification ignores a relative path.
    String stated = environment.getOrDefault("XDG_STATE_HOME", "");
    Path state =
        stated.startsWith("/") ? Path.of(stated) : UserHome.of(environment).resolve(".local/state");
    return state.resolve("brokerbench").resolve("created");
  }

  /** As {@link #of}, for an external cluster, in another directory. */
  static CreatedObjects in(Path directory, String driver, String scope, String address) {
    return new CreatedObjects(RandomId.ofName(), driver, scope, address, directory, true);
  }

  /** Random number of the run, 11 letters and digits, for the names of its objects. */
  public String id() {
    return id;
  }

  /**
   * Records that objects are about to be created.
   *
   * @throws BrokerException if the record cannot be written; nothing must be created then
   */
  public synchronized void creating(List<CreatedObject> objects) throws BrokerException {
    if (!recorded || objects.isEmpty()) {
      return;
    }
    try {
      FileChannel opened = channel;
      if (opened == null) {
        opened = open();
        channel = opened;
        write(opened, RecordLine.of(origin));
      }
      write(opened, RecordLine.creating(objects));
      present.addAll(objects);
    } catch (IOException e) {
      throw new BrokerException(
          Text.of(
              "what the run creates cannot be recorded in %s: %s; set XDG_STATE_HOME to a writable directory",
              file, e),
          e);
    }
  }

  /** Records that objects were removed, or were not created after all. */
  public synchronized void gone(List<CreatedObject> objects) {
    FileChannel opened = channel;
    if (opened == null || objects.isEmpty()) {
      return;
    }
    objects.forEach(present::remove);
    try {
      write(opened, RecordLine.gone(objects));
    } catch (IOException e) {
      // The objects stay on record; their removal then finds that they are gone.
    }
  }

  /** Ends the record: the file goes if no object is left, and is released otherwise. */
  @Override
  public synchronized void close() {
    FileChannel opened = channel;
    if (opened == null) {
      return;
    }
    channel = null;
    try (opened) {
      if (present.isEmpty()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      System.err.println(Text.of("the record %s stays: %s", file, e));
    }
  }

  private FileChannel open() throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    if (directory == null) {
      throw new IOException("is a directory");
    }
    Files.createDirectories(
        directory,
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    FileChannel opened =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    opened.lock();
    return opened;
  }

  private static void write(FileChannel opened, RecordLine line) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(line.text().getBytes(StandardCharsets.UTF_8));
    long begin = opened.position();
    try {
      while (bytes.hasRemaining()) {
        opened.write(bytes);
      }
      opened.force(true);
    } catch (IOException e) {
      // The next line must not continue a part of this one, as on a full disk.
      opened.truncate(begin);
      throw e;
    }
  }
}
