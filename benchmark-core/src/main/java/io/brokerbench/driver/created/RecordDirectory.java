package io.brokerbench.driver.created;

import java.nio.file.Path;
import java.util.Map;

/**
 * The directory of the records, {@code brokerbench/created} in the user's state directory
 * (XDG_STATE_HOME, {@code ~/.local/state} by default).
 */
final class RecordDirectory {

  static final String SUFFIX = ".jsonl";

  private RecordDirectory() {}

  static Path of(Map<String, String> environment) {
    // The XDG Base Directory Specification ignores a relative path.
    String stated = environment.getOrDefault("XDG_STATE_HOME", "");
    Path state =
        stated.startsWith("/")
            ? Path.of(stated)
            : Path.of(System.getProperty("user.home"), ".local", "state");
    return state.resolve("brokerbench").resolve("created");
  }
}
