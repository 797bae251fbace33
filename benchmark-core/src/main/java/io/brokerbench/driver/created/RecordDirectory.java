package io.brokerbench.driver.created;

import java.nio.file.Path;
import java.util.Map;

/**
 * The directory of the records, {@code brokerbench/created} in the user's state directory
 * (XDG_STATE_HOME, {@code ~/.local/state} by default).
 *
 * <p>A user that is not in the system's list, as in containers, has the home directory HOME;
 * without that variable it has none, and nothing can be recorded.
 */
final class RecordDirectory {

  static final String SUFFIX = ".jsonl";

  /** Value of the property user.home of a user that is not in the system's list. */
  private static final String UNKNOWN = "?";

  /** The home directory that Debian gives to users without one; it does not exist. */
  private static final String NO_HOME = "/nonexistent";

  private RecordDirectory() {}

  static Path of(Map<String, String> environment) {
    // The XDG Base Directory Specification ignores a relative path.
    String stated = environment.getOrDefault("XDG_STATE_HOME", "");
    Path state =
        stated.startsWith("/") ? Path.of(stated) : Path.of(home(environment), ".local", "state");
    return state.resolve("brokerbench").resolve("created");
  }

  private static String home(Map<String, String> environment) {
    String listed = System.getProperty("user.home");
    return listed.equals(UNKNOWN) ? environment.getOrDefault("HOME", NO_HOME) : listed;
  }
}
