package io.brokerbench.file;

import java.nio.file.Path;
import java.util.Map;

/**
 * The home directory of the user. Users that are not in the system's list, as in containers, have
 * the directory HOME; without that variable, one that does not exist.
 */
public final class UserHome {

  /** Value of the property user.home of a user that is not in the system's list. */
  private static final String UNKNOWN = "?";

  /** The home directory that Debian gives to users without one; it does not exist. */
  private static final String NO_HOME = "/nonexistent";

  private UserHome() {}

  /** Whether the system's list has it. */
  public static boolean isListed() {
    return !System.getProperty("user.home").equals(UNKNOWN);
  }

  /**
   * The directory.
   *
   * @param environment variables of the process
   */
  public static Path of(Map<String, String> environment) {
    return Path.of(
        isListed() ? System.getProperty("user.home") : environment.getOrDefault("HOME", NO_HOME));
  }
}
