package io.brokerbench.cluster.process;

import io.brokerbench.child.LoopbackAgent;
import io.brokerbench.child.LoopbackBinds;
import io.brokerbench.units.Text;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.objectweb.asm.ClassReader;

/**
 * Keeps the ports of a JVM started by brokerbench on the loopback address, whatever address its
 * program requests: many releases of RocketMQ have ports that no property binds to an address.
 */
public final class LoopbackOnly {

  private static final String AGENT = ChildClasses.DIRECTORY + "/agent.jar";
  private static final String LIBRARY = ChildClasses.DIRECTORY + "/asm.jar";

  private LoopbackOnly() {}

  /** The flag of a JVM that has the {@link #files} below its home. */
  public static String flag(Path home) {
    return Text.of(
        "-javaagent:%s=%s:%s",
        home.resolve(AGENT), home.resolve(ChildClasses.DIRECTORY), home.resolve(LIBRARY));
  }

  /** The contents of the files, by path relative to the home. */
  public static Map<String, byte[]> files() {
    Map<String, byte[]> files = new LinkedHashMap<>(ChildClasses.files(LoopbackAgent.class));
    files.putAll(ChildClasses.files(LoopbackBinds.class));
    files.putAll(ChildClasses.files(LoopbackBinds.class.getDeclaredClasses()));
    files.put(AGENT, agent());
    files.put(LIBRARY, library());
    return files;
  }

  /** The archive that the JVM requires; the agent's class is a file next to the other classes. */
  private static byte[] agent() {
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.putValue("Premain-Class", LoopbackAgent.class.getName());
    attributes.putValue("Can-Retransform-Classes", "true");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      new JarOutputStream(bytes, manifest).close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static byte[] library() {
    try {
      return Files.readAllBytes(
          Path.of(ClassReader.class.getProtectionDomain().getCodeSource().getLocation().toURI()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
