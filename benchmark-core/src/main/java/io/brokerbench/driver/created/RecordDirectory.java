package io.brokerbench.driver.created;

import io.brokerbench.file.UserHome;
import java.nio.file.Path;
import java.util.Map;

/**
 * The directory of the records, {@code brokerbench/created} in the user's state directory
 * (XDG_STATE_HOME, {@code ~/.local/state} by default). Without a {@link UserHome}, nothing can be
 * recorded.
 */
final class RecordDirectory {

  static final String SUFFIX = ".jsonl";

  private RecordDirectory() {}

  static Path of(Map<String, String> environment) {
    // The XDG Base Directory Specification ignores a relative path.
    String stated = environment.getOrDefault("XDG_STATE_HOME", "");
    Path state =
        stated.startsWith("/") ? Path.of(stated) : UserHome.of(environment).resolve(".local/state");
    return state.resolve("brokerbench").resolve("created");
  }
}
