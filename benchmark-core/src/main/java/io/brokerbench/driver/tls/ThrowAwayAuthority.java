package io.brokerbench.driver.tls;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A certificate authority for one purpose, made by the JDK's keytool. Its key exists only in a file
 * of the directory, which the caller deletes after the last certificate was issued.
 */
public final class ThrowAwayAuthority {

  /** Protects nothing: the directory of the key store does. */
  private static final String PASSWORD = "brokerbench";

  private static final String ALIAS = "authority";
  private static final String VALIDITY_DAYS = "365";

  private final Path store;

  private ThrowAwayAuthority(Path store) {
    this.store = store;
  }

  /**
   * Creates an authority.
   *
   * @param directory that only its owner can access
   * @throws IOException if keytool fails
   */
  public static ThrowAwayAuthority in(Path directory) throws IOException, InterruptedException {
    ThrowAwayAuthority authority = new ThrowAwayAuthority(directory.resolve("authority.p12"));
    authority.generate(ALIAS, "brokerbench", List.of("-ext", "bc:critical=ca:true"));
    return authority;
  }

  /**
   * Issues a certificate, which is valid for a year.
   *
   * @param name common name of its subject, unique among the certificates of this authority
   * @param extensions in the notation of keytool: {@code san=dns:localhost}
   */
  public IssuedCertificate issue(String name, String... extensions)
      throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(List.of("-signer", ALIAS));
    for (String extension : extensions) {
      arguments.addAll(List.of("-ext", extension));
    }
    generate(name, name, arguments);
    try (InputStream in = Files.newInputStream(store)) {
      KeyStore keys = KeyStore.getInstance("PKCS12");
      keys.load(in, PASSWORD.toCharArray());
      return new IssuedCertificate(
          Objects.requireNonNull(keys.getCertificate(name)).getEncoded(),
          Objects.requireNonNull(keys.getKey(name, PASSWORD.toCharArray())).getEncoded(),
          Objects.requireNonNull(keys.getCertificate(ALIAS)).getEncoded());
    } catch (GeneralSecurityException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private void generate(String alias, String name, List<String> further)
      throws IOException, InterruptedException {
    List<String> arguments =
        new ArrayList<>(List.of("-keyalg", "RSA", "-keysize", "2048", "-validity", VALIDITY_DAYS));
    arguments.addAll(further);
    Keytool.generate(store, PASSWORD, alias, name, arguments);
  }
}
