package io.brokerbench.report;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import com.sun.jna.Platform;
import org.jspecify.annotations.Nullable;

/** Whether anybody looks. {@code System.console()} cannot tell on JDK 22 and later. */
public final class Terminal {

  private static final int STDOUT = 1;
  private static final int USUAL_COLUMNS = 80;

  /** The request for a window's size has another number on each family of systems. */
  private static final NativeLong WINDOW_SIZE =
      new NativeLong(Platform.isLinux() ? 0x5413 : 0x40087468);

  private Terminal() {}

  /** What we need of the C library, as JNA finds it by name. */
  interface LibC extends Library {
    int isatty(int fileDescriptor);

    /** For a window's size: rows, columns, and twice that in pixels. */
    int ioctl(int fileDescriptor, NativeLong request, Object... size);
  }

  /**
   * Width of the terminal that is standard output, at this moment; 0 if it is none, or the system
   * does not tell.
   */
  public static int columns() {
    try {
      LibC system = Native.load("c", LibC.class);
      if (system.isatty(STDOUT) != 1) {
        return 0;
      }
      short[] size = new short[4];
      boolean told = system.ioctl(STDOUT, WINDOW_SIZE, size) == 0;
      return columns(System.getenv("COLUMNS"), told ? Short.toUnsignedInt(size[1]) : 0);
    } catch (UnsatisfiedLinkError e) {
      return 0;
    }
  }

  /**
   * Whoever sets it knows better than the terminal, which may say 0; else it has the usual width.
   */
  static int columns(@Nullable String environment, int window) {
    if (environment != null && environment.matches("[1-9]\\d{0,4}")) {
      return Integer.parseInt(environment);
    }
    return window > 0 ? window : USUAL_COLUMNS;
  }
}
