package io.brokerbench.report;

import com.sun.jna.Library;
import com.sun.jna.Native;

/** Whether anybody looks. {@code System.console()} cannot tell on JDK 22 and later. */
public final class Terminal {

  private static final int STDOUT = 1;

  private Terminal() {}

  /** The C library's isatty, as JNA finds it by name. */
  interface LibC extends Library {
    int isatty(int fileDescriptor);
  }

  /** Whether standard output is a terminal; false where the system does not tell. */
  public static boolean isStandardOutput() {
    try {
      return Native.load("c", LibC.class).isatty(STDOUT) == 1;
    } catch (UnsatisfiedLinkError e) {
      return false;
    }
  }
}
