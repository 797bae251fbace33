package io.brokerbench.ceiling;

import java.io.Closeable;
import java.io.IOException;

/** Where files are written. */
@FunctionalInterface
interface Storage {

  /** A new, empty file that is gone once it is closed. */
  Appended create() throws IOException;

  /** A file that only grows. One thread at a time appends; another may force meanwhile. */
  interface Appended extends Closeable {

    /** Appends that many bytes, at most {@link DiskStorage#LARGEST_APPEND}. */
    void append(int bytes) throws IOException;

    /** Returns when all that was appended before the call is on the disk. */
    void force() throws IOException;
  }
}
