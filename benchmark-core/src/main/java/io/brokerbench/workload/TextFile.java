package io.brokerbench.workload;

import io.brokerbench.units.Text;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads the text of a workload file, or of another small file that a setting names. */
public final class TextFile {

  /** Sufficient for any workload, and parsed in well under a second. */
  public static final int LARGEST_BYTES = 1 << 20;

  /** Byte order mark, with which some programs start a file in UTF-8. */
  private static final String MARK = "\uFEFF";

  private TextFile() {}

  /** A file's text, or its first line, without a byte order mark. */
  static String withoutMark(String text) {
    return text.startsWith(MARK) ? text.substring(MARK.length()) : text;
  }

  /**
   * Reads a file in UTF-8, with or without a byte order mark.
   *
   * @throws IOException with a message that continues a sentence starting with the file's name
   */
  public static String read(Path file) throws IOException {
    byte[] bytes;
    try (InputStream in = Files.newInputStream(file)) {
      bytes = in.readNBytes(LARGEST_BYTES + 1);
    } catch (NoSuchFileException e) {
      throw new IOException("there is no such file", e);
    } catch (IOException e) {
      throw new IOException(Text.of("cannot be read (%s)", e.getMessage()), e);
    }
    if (bytes.length > LARGEST_BYTES) {
      throw new IOException("must not be larger than 1 MiB");
    }
    try {
      return withoutMark(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException e) {
      throw new IOException("cannot be read (it is not UTF-8)", e);
    }
  }
}
