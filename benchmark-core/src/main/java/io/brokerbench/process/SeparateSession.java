package io.brokerbench.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Sessions of their own for processes, which Ctrl-C in the terminal of this one does not reach. */
public final class SeparateSession {

  private static final List<Path> SETSID =
      List.of(Path.of("/usr/bin/setsid"), Path.of("/bin/setsid"));

  private SeparateSession() {}

  /** The program that runs the command after it in a separate session; empty if there is none. */
  public static List<String> program() {
    return SETSID.stream().filter(Files::isExecutable).map(Path::toString).limit(1).toList();
  }
}
