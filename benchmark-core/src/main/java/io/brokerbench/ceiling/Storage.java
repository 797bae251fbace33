package io.brokerbench.ceiling;

import java.io.Closeable;
import java.io.IOException;

/** Creates files to write to. */
@FunctionalInterface
interface Storage {

  /** Creates an empty file that is deleted on close. */
  Appended create() throws IOException;

  /** An append-only file. One thread at a time appends; another may force at the same time. */
  interface Appended extends Closeable {

    /** Appends the given number of bytes, at most {@link DiskStorage#LARGEST_APPEND}. */
    void append(int bytes) throws IOException;

    /** Returns when all bytes appended before the call are on disk. */
    void force() throws IOException;
  }
}
