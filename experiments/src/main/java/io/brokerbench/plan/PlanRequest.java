package io.brokerbench.plan;

import io.brokerbench.file.BadInputException;
import io.brokerbench.stored.VersionedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What brokers are to be planned for; what is null is as in the measured load. Stored in {@value
 * #FILE} next to the search that the plan is made from.
 *
 * @param peakPerSecond messages of all producers together
 * @param messageBytes body of a message
 * @param slaves slaves of each master
 * @param groups consumer groups that receive every message
 * @param headroom share of each ceiling that remains unused at the peak
 * @param networkBitsPerSecond capacity of each broker's network card in each direction
 * @param nameServers name servers of RocketMQ, from 1
 */
public record PlanRequest(
    int schemaVersion,
    double peakPerSecond,
    @Nullable Long messageBytes,
    @Nullable Integer slaves,
    @Nullable Integer groups,
    double headroom,
    double networkBitsPerSecond,
    int nameServers) {

  /** The share that stays free unless another is given. */
  public static final double HEADROOM = 0.3;

  /** The capacity of a network card unless another is given, bits per second. */
  public static final double NETWORK = 1e9;

  /** The number of name servers unless another is given. */
  public static final int NAME_SERVERS = 3;

  /** Version of the files that this release writes. */
  public static final int SCHEMA_VERSION = 1;

  private static final String FILE = "plan.json";
  private static final int MOST_NAME_SERVERS = 100;

  /** Checks the name servers; {@link #demand} checks the rest. */
  public PlanRequest {
    boolean allowed = nameServers >= 1 && nameServers <= MOST_NAME_SERVERS;
    PlanLimits.check(allowed, "name-servers", "1 to 100", nameServers);
  }

  /**
   * The demand, given the measured load.
   *
   * @throws IllegalArgumentException if a value is out of range, with its name first
   */
  public Demand demand(long measuredBytes, int measuredSlaves, int measuredGroups) {
    return new Demand(
        peakPerSecond,
        Objects.requireNonNullElse(messageBytes, measuredBytes),
        Objects.requireNonNullElse(slaves, measuredSlaves),
        Objects.requireNonNullElse(groups, measuredGroups),
        headroom,
        networkBitsPerSecond);
  }

  /** Writes the file into the directory of a search. */
  public void write(Path directory) throws IOException {
    VersionedFile.write(directory.resolve(FILE), this);
  }

  /**
   * The request in a directory; empty if there is none.
   *
   * @throws BadInputException if it cannot be read, or has another schema version
   */
  public static Optional<PlanRequest> read(Path directory) throws BadInputException {
    Path file = directory.resolve(FILE);
    return Files.exists(file)
        ? Optional.of(VersionedFile.read(file, SCHEMA_VERSION, PlanRequest.class))
        : Optional.empty();
  }
}
