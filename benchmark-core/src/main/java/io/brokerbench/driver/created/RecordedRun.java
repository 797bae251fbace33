package io.brokerbench.driver.created;

import io.brokerbench.address.HostPort;
import io.brokerbench.file.DurableFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A run and the objects that it left at the brokers, as recorded by {@link CreatedObjects}.
 *
 * @param file the record
 * @param id random number of the run
 * @param startedAt start of the run
 * @param driver name of the driver
 * @param address of the cluster
 * @param scope see {@link CleaningDriver#scope}; empty in older records
 * @param pid process number of the run
 * @param running whether that process is still alive
 * @param objects in the order of their removal
 */
public record RecordedRun(
    Path file,
    String id,
    Instant startedAt,
    String driver,
    String address,
    String scope,
    long pid,
    boolean running,
    List<CreatedObject> objects) {

  /** Hosts that are {@link HostPort#LOOPBACK} in another notation. */
  private static final Pattern LOOPBACK = Pattern.compile("^(localhost\\.?|\\[::1])(?=:)");

  /**
   * The runs that left objects on a cluster, oldest first: those with one of its addresses.
   *
   * @param environment environment variables, which determine the directory of the records
   * @throws IOException if a record cannot be read
   */
  public static List<RecordedRun> of(Map<String, String> environment, String driver, String address)
      throws IOException {
    return in(CreatedObjects.directory(environment), driver, address);
  }

  static List<RecordedRun> in(Path directory, String driver, String address) throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    List<Path> files;
    try (Stream<Path> all = Files.list(directory)) {
      files = all.filter(file -> file.toString().endsWith(CreatedObjects.SUFFIX)).toList();
    }
    List<RecordedRun> runs = new ArrayList<>();
    for (Path file : files) {
      read(file)
          .filter(run -> run.driver.equals(driver) && shareAnAddress(run.address, address))
          .ifPresent(runs::add);
    }
    runs.sort(Comparator.comparing(RecordedRun::startedAt));
    return runs;
  }

  /** Whether the objects are within the scope of a driver; a record without one leaves it open. */
  public boolean isWithin(String wanted) {
    return scope.isEmpty() || scope.equals(wanted);
  }

  /** Removes objects from the record, and the record with the last of them. */
  public void forget(List<CreatedObject> gone) throws IOException {
    if (gone.containsAll(objects)) {
      Files.deleteIfExists(file);
    } else if (!gone.isEmpty()) {
      String lines = wholeLines(Files.readString(file, StandardCharsets.UTF_8));
      DurableFile.write(file, lines + RecordLine.gone(gone).text());
    }
  }

  /** The last line of a killed run may be incomplete: its objects were not created. */
  private static String wholeLines(String text) {
    return text.substring(0, text.lastIndexOf('\n') + 1);
  }

  /**
   * Reads a record; empty if the run was killed before it created anything, or has ended meanwhile
   * and left nothing.
   */
  private static Optional<RecordedRun> read(Path file) throws IOException {
    String text;
    boolean running;
    try {
      text = Files.readString(file, StandardCharsets.UTF_8);
      // Afterwards: a run that is starting locks its record before it writes the first object.
      running = isLocked(file);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
    Set<CreatedObject> objects = new LinkedHashSet<>();
    RecordLine.Origin origin = null;
    for (String line : wholeLines(text).lines().toList()) {
      RecordLine parsed = RecordLine.parse(line);
      if (parsed.run() != null) {
        origin = parsed.run();
      }
      if (parsed.creating() != null) {
        objects.addAll(parsed.creating());
      }
      if (parsed.gone() != null) {
        parsed.gone().forEach(objects::remove);
      }
    }
    return origin == null
        ? Optional.empty()
        : Optional.of(
            new RecordedRun(
                file,
                origin.id(),
                Instant.parse(origin.startedAt()),
                origin.driver(),
                origin.address(),
                origin.scope() == null ? "" : origin.scope(),
                origin.pid(),
                running,
                objects.stream().sorted(Comparator.comparing(CreatedObject::kind)).toList()));
  }

  /** Whether a run has the record; shared, so that others may ask at the same time. */
  private static boolean isLocked(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
        FileLock lock = channel.tryLock(0, Long.MAX_VALUE, true)) {
      return lock == null;
    } catch (OverlappingFileLockException e) {
      return true;
    }
  }

  private static boolean shareAnAddress(String first, String second) {
    Set<String> shared = addresses(first);
    shared.retainAll(addresses(second));
    return !shared.isEmpty();
  }

  private static Set<String> addresses(String text) {
    return Arrays.stream(text.split("[;,]", -1))
        .map(each -> each.strip().toLowerCase(Locale.ROOT))
        .filter(each -> !each.isEmpty())
        .map(each -> LOOPBACK.matcher(each).replaceFirst(HostPort.LOOPBACK))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
