package io.brokerbench.cluster.docker;

import io.brokerbench.cluster.node.ProcessSpec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/** The files of a node as an archive that an engine unpacks into a container. */
final class NodeArchive {

  /** The directory that an engine unpacks into; it exists in every image. */
  static final String ROOT = "/tmp";

  private static final String DIRECTORY = "brokerbench";

  /** The directory of the unpacked files, which have the same paths as in the node's home. */
  static final String PLACE = ROOT + "/" + DIRECTORY;

  private NodeArchive() {}

  static InputStream of(ProcessSpec node) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream archive = new TarArchiveOutputStream(bytes)) {
      for (Map.Entry<String, byte[]> file : node.files().entrySet()) {
        TarArchiveEntry entry = new TarArchiveEntry(DIRECTORY + "/" + file.getKey());
        entry.setSize(file.getValue().length);
        archive.putArchiveEntry(entry);
        archive.write(file.getValue());
        archive.closeArchiveEntry();
      }
    }
    return new ByteArrayInputStream(bytes.toByteArray());
  }
}
