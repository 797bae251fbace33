package io.brokerbench.cluster;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A process to be started, wherever that is.
 *
 * @param name its role, unique in the cluster
 * @param home its private directory, as it sees it
 * @param directories that it needs below its home, beside those of its files
 * @param files by path relative to its home; configuration is in {@code conf}, logs go to {@code
 *     logs}
 * @param command run in its home
 * @param environment what it finds set, besides its language
 * @param limited whether limits of processors, memory and disk hold for it
 * @param dialect in which it speaks
 */
public record Launch(
    String name,
    Path home,
    List<String> directories,
    Map<String, byte[]> files,
    List<String> command,
    Map<String, String> environment,
    boolean limited,
    Dialect dialect) {

  /** The language that every process speaks. */
  static final String LANGUAGE = "LC_ALL";

  static final String LANGUAGE_VALUE = "C.UTF-8";
}
