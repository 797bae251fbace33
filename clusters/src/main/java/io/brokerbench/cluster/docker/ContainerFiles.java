package io.brokerbench.cluster.docker;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/**
 * The files of a container.
 *
 * @param home the directory of its node
 */
record ContainerFiles(DockerEngine engine, String container, Path home) {

  /** The files of a directory below the home, by path; none if the container is gone. */
  Map<String, byte[]> below(String directory) {
    Map<String, byte[]> files = new LinkedHashMap<>();
    try (InputStream in =
            engine
                .client()
                .copyArchiveFromContainerCmd(container, home.resolve(directory).toString())
                .exec();
        TarArchiveInputStream archive = new TarArchiveInputStream(in)) {
      for (TarArchiveEntry entry = archive.getNextEntry();
          entry != null;
          entry = archive.getNextEntry()) {
        if (entry.isFile()) {
          files.put(entry.getName(), archive.readAllBytes());
        }
      }
    } catch (IOException | RuntimeException e) {
      // The readable files are kept.
    }
    return files;
  }
}
