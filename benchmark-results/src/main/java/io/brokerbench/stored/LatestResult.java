package io.brokerbench.stored;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** The symbolic link to the newest result directory, next to it. */
public final class LatestResult {

  /** Name of the link. */
  public static final String NAME = "latest";

  private LatestResult() {}

  /**
   * Makes the link point to a directory that is complete. A directory of unfinished runs gets no
   * link, nor does a file system without links or one in which something else has the name.
   */
  public static void is(Path directory) {
    Path own = directory.toAbsolutePath().normalize();
    Path link = own.resolveSibling(NAME);
    if (own.toString().contains(RunsDirectory.INCOMPLETE)
        || (Files.exists(link) && !Files.isSymbolicLink(link))) {
      return;
    }
    Path made = own.resolveSibling("." + NAME + "-" + ProcessHandle.current().pid());
    try {
      Files.createSymbolicLink(made, own.getFileName());
      // In one step: others may follow the link, or replace it, at the same time.
      Files.move(made, link, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException | UnsupportedOperationException e) {
      // A convenience: the result itself is complete.
      made.toFile().delete();
    }
  }
}
