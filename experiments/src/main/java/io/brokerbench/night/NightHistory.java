package io.brokerbench.night;

import io.brokerbench.file.BadInputException;
import io.brokerbench.file.DurableFile;
import io.brokerbench.matrix.MatrixDirectory;
import io.brokerbench.stored.RunsDirectory;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The directory of the nights, with the name of the accepted one in {@value #ACCEPTED}.
 *
 * @param path the directory; it may not exist yet
 */
public record NightHistory(Path path) {

  private static final String ACCEPTED = "accepted";

  /** The file with the name of the accepted night. */
  Path file() {
    return path.resolve(ACCEPTED);
  }

  /**
   * The directory of the accepted night; empty if there is none yet.
   *
   * @throws BadInputException if the file cannot be read, or names a night that does not exist
   */
  Optional<Path> accepted() throws BadInputException {
    if (!Files.exists(file())) {
      return Optional.empty();
    }
    String name;
    try {
      name = Files.readString(file()).strip();
    } catch (IOException e) {
      throw new BadInputException(Text.of("%s cannot be read: %s", file(), e.getMessage()));
    }
    if (name.isEmpty()) {
      return Optional.empty();
    }
    if (!Files.isDirectory(path.resolve(name))) {
      throw new BadInputException(
          Text.of(
              "%s names \"%s\", which is not there; write another night's name into it, or remove"
                  + " it",
              file(), name));
    }
    return Optional.of(path.resolve(name));
  }

  /**
   * The latest night of these runs, if it was killed after its directory got its final name and
   * before {@link Night#FILE} was written. An earlier one must not replace a later one as the
   * accepted night.
   *
   * @param name suffix of the directory's name
   * @param identity hash of everything that makes figures comparable
   * @throws IOException if the directory cannot be read
   */
  public Optional<Path> unjudged(String name, String identity) throws IOException {
    return RunsDirectory.latest(
            path, name, night -> MatrixDirectory.identityIn(night).equals(Optional.of(identity)))
        .filter(night -> new RunsDirectory(night).complete())
        .filter(night -> !Files.exists(night.resolve(Night.FILE)));
  }

  void accept(String night) throws IOException {
    DurableFile.write(file(), night + "\n");
  }
}
