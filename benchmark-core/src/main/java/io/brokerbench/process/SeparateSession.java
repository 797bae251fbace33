package io.brokerbench.process;

import com.sun.jna.Library;
import com.sun.jna.NativeLong;
import com.sun.jna.Platform;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Sessions of their own for processes, which Ctrl-C in the terminal of this one does not reach. */
public final class SeparateSession {

  private static final List<Path> SETSID =
      List.of(Path.of("/usr/bin/setsid"), Path.of("/bin/setsid"));

  /** Of prctl(2). */
  private static final int PR_SET_PDEATHSIG = 1;

  private static final int SIGCONT = 18;

  private SeparateSession() {}

  /** The required function of the C library, under the name that JNA resolves. */
  interface LibC extends Library {
    int prctl(int option, NativeLong... arguments);
  }

  /** The program that runs the command after it in a separate session; empty if there is none. */
  public static List<String> program() {
    return SETSID.stream().filter(Files::isExecutable).map(Path::toString).limit(1).toList();
  }

  /**
   * Has the system continue this process, in case it is stopped (SIGSTOP), when its parent ends, as
   * it does by itself within one session. Called by a thread that lives as long as this process.
   * Only on Linux, and where native code can be loaded.
   */
  public static void continueWithoutParent() {
    if (Platform.isLinux() && NativeCode.problem().isEmpty()) {
      int unused =
          NativeCode.library("c", LibC.class).prctl(PR_SET_PDEATHSIG, new NativeLong(SIGCONT));
    }
  }
}
