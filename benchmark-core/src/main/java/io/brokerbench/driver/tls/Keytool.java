package io.brokerbench.driver.tls;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The JDK's keytool, which makes keys with certificates in a key store of type PKCS #12. */
public final class Keytool {

  private Keytool() {}

  /**
   * Makes a pair of keys and its certificate.
   *
   * @param password of the store, which protects nothing: the directory of the store does
   * @param alias of the entry
   * @param name common name of the certificate's subject
   * @param further arguments of keytool
   * @throws IOException if keytool fails, with what it says
   */
  public static void generate(
      Path store, String password, String alias, String name, List<String> further)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1",
                "-J-XX:+UseSerialGC",
                // A password that protects nothing need not be stretched, which takes time.
                "-J-Dkeystore.pkcs12.macIterationCount=1",
                "-J-Dkeystore.pkcs12.certPbeIterationCount=1",
                "-J-Dkeystore.pkcs12.keyPbeIterationCount=1",
                "-genkeypair",
                "-alias",
                alias,
                "-dname",
                "CN=" + name,
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                password));
    command.addAll(further);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
    if (process.waitFor() != 0) {
      throw new IOException(said);
    }
  }
}
