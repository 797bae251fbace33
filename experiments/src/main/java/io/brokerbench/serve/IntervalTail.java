package io.brokerbench.serve;

import io.brokerbench.file.BadInputException;
import io.brokerbench.results.tables.IntervalRows;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The rows that are appended to {@code intervals.csv} while a run goes on, each read once. For one
 * thread.
 */
final class IntervalTail {

  /** Rows before it are left out: those of the first look at a long run. About an hour of rows. */
  private static final int LONGEST = 4 << 20;

  private static final IntervalRows NOTHING = IntervalRows.of("");

  private String header = "";
  private long offset;
  private boolean leftOut;

  /**
   * The rows that were completed since the last call; none if there is no file yet.
   *
   * @param file the same file each time, which may have another name
   * @throws BadInputException if it cannot be read, or is not what it should be; one line
   */
  IntervalRows next(Path file) throws BadInputException {
    try {
      // A look that finds nothing new must cost next to nothing: it is next to a generator of load.
      return Files.exists(file) && Files.size(file) > offset ? read(file) : NOTHING;
    } catch (IOException | NumberFormatException e) {
      throw new BadInputException(Text.of("%s cannot be read: %s", file, e.getMessage()));
    }
  }

  /** Whether the first row that was read is not the first one of the run. */
  boolean leftOut() {
    return leftOut;
  }

  private IntervalRows read(Path file) throws IOException {
    try (SeekableByteChannel channel = Files.newByteChannel(file)) {
      if (offset == 0) {
        String start = completeLines(read(channel, 0));
        header = start.substring(0, start.indexOf('\n') + 1);
        offset = header.length();
        skipOldRows(channel);
      }
      String lines = completeLines(read(channel, offset));
      IntervalRows rows = IntervalRows.of(header + lines);
      offset += lines.length();
      return rows;
    }
  }

  private void skipOldRows(SeekableByteChannel channel) throws IOException {
    long from = channel.size() - LONGEST;
    if (from > offset) {
      offset = from + read(channel, from).indexOf('\n') + 1;
      leftOut = true;
    }
  }

  /** Bytes from an offset on, each as a character, because offsets count bytes. */
  private static String read(SeekableByteChannel channel, long from) throws IOException {
    ByteBuffer bytes =
        ByteBuffer.allocate((int) Math.max(0, Math.min(LONGEST, channel.size() - from)));
    channel.position(from);
    while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
      // Until the end of the file, or the buffer is full.
    }
    return new String(bytes.array(), 0, bytes.position(), StandardCharsets.ISO_8859_1);
  }

  private static String completeLines(String text) {
    return text.substring(0, text.lastIndexOf('\n') + 1);
  }
}
