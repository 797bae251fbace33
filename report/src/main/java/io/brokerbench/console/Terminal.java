package io.brokerbench.console;

import com.sun.jna.Library;
import com.sun.jna.NativeLong;
import com.sun.jna.Platform;
import io.brokerbench.process.NativeCode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Properties of the terminal. {@code System.console()} does not detect one on JDK 22 and later. */
public final class Terminal {

  private static final int STDOUT = 1;
  private static final int USUAL_COLUMNS = 80;

  /** ioctl request for the window size, which differs between families of systems. */
  private static final long WINDOW_SIZE = Platform.isLinux() ? 0x5413 : 0x40087468;

  private Terminal() {}

  /** The required functions of the C library, under the names that JNA resolves. */
  interface LibC extends Library {
    int isatty(int fileDescriptor);

    /** For the window size: rows, columns, and the same in pixels. */
    int ioctl(int fileDescriptor, NativeLong request, Object... size);
  }

  /** Whether a terminal, if there is one, interprets escape sequences, according to TERM. */
  public static boolean interpretsEscapes(Map<String, String> environment) {
    return !List.of("", "dumb").contains(environment.getOrDefault("TERM", ""));
  }

  /** Whether the user wants no colors, according to NO_COLOR. */
  public static boolean isWithoutColors(Map<String, String> environment) {
    return !environment.getOrDefault("NO_COLOR", "").isEmpty();
  }

  /**
   * Current width of the terminal on standard output; 0 if it is not a terminal that interprets
   * escape sequences, or if the system does not report it, or cannot be asked.
   */
  public static int columns() {
    if (!interpretsEscapes(System.getenv()) || NativeCode.problem().isPresent()) {
      return 0;
    }
    try {
      LibC system = NativeCode.library("c", LibC.class);
      if (system.isatty(STDOUT) != 1) {
        return 0;
      }
      short[] size = new short[4];
      boolean known = system.ioctl(STDOUT, new NativeLong(WINDOW_SIZE), size) == 0;
      return columns(System.getenv("COLUMNS"), known ? Short.toUnsignedInt(size[1]) : 0);
    } catch (UnsatisfiedLinkError e) {
      return 0;
    }
  }

  /**
   * COLUMNS takes precedence over the terminal, which may report 0; the fallback is the usual
   * width.
   */
  static int columns(@Nullable String environment, int window) {
    if (environment != null && environment.matches("[1-9]\\d{0,4}")) {
      return Integer.parseInt(environment);
    }
    return window > 0 ? window : USUAL_COLUMNS;
  }
}
