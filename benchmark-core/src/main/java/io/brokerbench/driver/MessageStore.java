package io.brokerbench.driver;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Where the brokers of a planned cluster store messages.
 *
 * @param directory on this machine; empty if the file system is not visible, as that of containers
 * @param copies copies of each message, on all brokers together
 * @param kept whether every message remains stored, uncompressed, until the end of the run
 */
public record MessageStore(Optional<Path> directory, int copies, boolean kept) {}
