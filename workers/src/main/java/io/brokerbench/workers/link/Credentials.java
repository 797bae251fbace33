package io.brokerbench.workers.link;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.brokerbench.address.HostPort;
import io.brokerbench.driver.tls.IssuedCertificate;
import io.brokerbench.driver.tls.ThrowAwayAuthority;
import io.brokerbench.file.BadInputException;
import io.brokerbench.file.PrivateFile;
import io.brokerbench.units.Text;
import io.brokerbench.workers.protocol.Keys;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.netty.handler.ssl.ClientAuth;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslProvider;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/**
 * The certificate of a controller or of a worker, its key, and the authority that issued both
 * sides' certificates. Each side verifies the other one's certificate. The sides differ by the
 * extended key usage of their certificates, so that neither is accepted as the other; host names
 * are not verified. Immutable.
 */
public final class Credentials {

  /** Name of the controller in its certificate, wherever it runs. */
  public static final String CONTROLLER = "controller";

  private static final String WORKER = "worker";
  private static final String AUTHORITY_FILE = "authority.pem";

  private static final FileAttribute<?> DIRECTORY_OF_OWNER =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
  private static final FileAttribute<?> FILE_OF_OWNER =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private final Keys keys;

  private Credentials(Keys keys) {
    this.keys = keys;
  }

  /**
   * Makes an authority and a certificate for each side, which are valid for a year. The authority's
   * key is not kept: all certificates are replaced together. Only the owner can read the files.
   *
   * @param directory is created unless it exists and is empty
   * @throws BadInputException if there are files in the directory
   * @throws IOException if files cannot be written
   */
  public static void make(Path directory)
      throws BadInputException, IOException, InterruptedException {
    prepare(directory);
    Path scratch = Files.createTempDirectory(directory, "authority-", DIRECTORY_OF_OWNER);
    try {
      ThrowAwayAuthority authority = ThrowAwayAuthority.in(scratch);
      IssuedCertificate controller =
          authority.issue(CONTROLLER, "san=dns:" + CONTROLLER, "eku=serverAuth");
      IssuedCertificate worker = authority.issue(WORKER, "eku=clientAuth");
      write(directory.resolve(AUTHORITY_FILE), controller.authorityPem());
      write(certificateFile(directory, CONTROLLER), controller.certificatePem());
      write(keyFile(directory, CONTROLLER), controller.keyPem());
      write(certificateFile(directory, WORKER), worker.certificatePem());
      write(keyFile(directory, WORKER), worker.keyPem());
    } finally {
      delete(scratch);
    }
  }

  /** Reads the files of a controller, which needs none of a worker. */
  public static Credentials ofController(Path directory) throws BadInputException {
    return read(directory, CONTROLLER);
  }

  /** Reads the files of a worker, which needs none of the controller. */
  public static Credentials ofWorker(Path directory) throws BadInputException {
    return read(directory, WORKER);
  }

  /** The credentials that another process handed over; empty if it has none. */
  public static Optional<Credentials> of(Keys keys) {
    return keys.getKey().isEmpty() ? Optional.empty() : Optional.of(new Credentials(keys));
  }

  /** What a process hands over to one that it starts. */
  public Keys keys() {
    return keys;
  }

  /**
   * Refuses an address that other machines reach if there are no credentials.
   *
   * @param flag that gives the address, for the message of an error
   */
  public static void requireFor(String flag, HostPort endpoint, Optional<Credentials> credentials)
      throws BadInputException {
    if (credentials.isEmpty() && !endpoint.isLoopback()) {
      throw new BadInputException(
          Text.of(
              "%s: %s is not a loopback address, so it needs --credentials; bench worker credentials"
                  + " DIR makes them",
              flag, endpoint));
    }
  }

  /** The TLS of a controller. */
  public SslContext ofServer() {
    try {
      return GrpcSslContexts.configure(
              SslContextBuilder.forServer(stream(keys.getCertificate()), stream(keys.getKey()))
                  .trustManager(stream(keys.getAuthority()))
                  .clientAuth(ClientAuth.REQUIRE),
              SslProvider.JDK)
          .build();
    } catch (SSLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The TLS of a worker. */
  public SslContext ofClient() {
    try {
      return GrpcSslContexts.configure(
              SslContextBuilder.forClient()
                  .keyManager(stream(keys.getCertificate()), stream(keys.getKey()))
                  .trustManager(stream(keys.getAuthority())),
              SslProvider.JDK)
          .build();
    } catch (SSLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void prepare(Path directory) throws BadInputException, IOException {
    try {
      Files.createDirectories(directory.toAbsolutePath().getParent());
      Files.createDirectory(directory, DIRECTORY_OF_OWNER);
    } catch (FileAlreadyExistsException e) {
      if (!Files.isDirectory(directory)) {
        throw new BadInputException(Text.of("%s is not a directory; name another one", directory));
      }
      try (Stream<Path> entries = Files.list(directory)) {
        if (entries.findAny().isPresent()) {
          throw new BadInputException(
              Text.of("%s is not empty; name another directory, or remove its files", directory));
        }
      }
    }
  }

  private static void write(Path file, String text) throws IOException {
    Files.createFile(file, FILE_OF_OWNER);
    Files.writeString(file, text, US_ASCII);
  }

  private static void delete(Path scratch) throws IOException {
    try (Stream<Path> tree = Files.walk(scratch)) {
      for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  private static Credentials read(Path directory, String side) throws BadInputException {
    Path key = keyFile(directory, side);
    Credentials credentials =
        new Credentials(
            Keys.newBuilder()
                .setAuthority(content(directory.resolve(AUTHORITY_FILE)))
                .setCertificate(content(certificateFile(directory, side)))
                .setKey(content(key))
                .build());
    try {
      if (!PrivateFile.is(key)) {
        throw new BadInputException(
            Text.of(
                "--credentials: other users may read or change %1$s; first run chmod 600 %1$s",
                key));
      }
      credentials.ofClient();
      return credentials;
    } catch (IOException | IllegalArgumentException | IllegalStateException e) {
      throw new BadInputException(
          Text.of("--credentials: the files in %s cannot be used: %s", directory, e.getMessage()));
    }
  }

  private static String content(Path file) throws BadInputException {
    try {
      return Files.readString(file, US_ASCII);
    } catch (IOException e) {
      throw new BadInputException(
          Text.of(
              "--credentials: %s cannot be read; bench worker credentials DIR makes such files",
              file));
    }
  }

  private static Path certificateFile(Path directory, String side) {
    return directory.resolve(side + ".pem");
  }

  private static Path keyFile(Path directory, String side) {
    return directory.resolve(side + "-key.pem");
  }

  private static InputStream stream(String pem) {
    return new ByteArrayInputStream(pem.getBytes(US_ASCII));
  }
}
