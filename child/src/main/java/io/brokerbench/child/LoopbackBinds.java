package io.brokerbench.child;

import static org.objectweb.asm.Opcodes.ALOAD;
import static org.objectweb.asm.Opcodes.ASM9;
import static org.objectweb.asm.Opcodes.ASTORE;
import static org.objectweb.asm.Opcodes.F_SAME;
import static org.objectweb.asm.Opcodes.IFEQ;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;
import static org.objectweb.asm.Opcodes.INVOKEVIRTUAL;

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/**
 * Inserts code at the start of {@code sun.nio.ch.Net.bind} that replaces the wildcard address by
 * the loopback address. Its text reports the outcome.
 */
public final class LoopbackBinds implements ClassFileTransformer {

  /** The text after success. */
  static final String DONE = "done";

  private static final String BIND = "bind";
  private static final Type ADDRESS = Type.getObjectType("java/net/InetAddress");

  private String outcome = "nothing to change was found";

  @Override
  public byte[] transform(
      ClassLoader loader,
      String name,
      Class<?> redefined,
      ProtectionDomain domain,
      byte[] classFile) {
    try {
      ClassReader reader = new ClassReader(classFile);
      ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
      reader.accept(new Methods(writer), 0);
      return writer.toByteArray();
    } catch (RuntimeException e) {
      outcome = e.toString();
      return null;
    }
  }

  @Override
  public String toString() {
    return outcome;
  }

  private final class Methods extends ClassVisitor {

    Methods(ClassVisitor writer) {
      super(ASM9, writer);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      MethodVisitor method = super.visitMethod(access, name, descriptor, signature, exceptions);
      int variable = 0;
      for (Type argument : Type.getArgumentTypes(descriptor)) {
        if (name.equals(BIND) && argument.equals(ADDRESS)) {
          outcome = DONE;
          return new Bind(method, variable);
        }
        variable += argument.getSize();
      }
      return method;
    }
  }

  private static final class Bind extends MethodVisitor {

    private final int address;

    Bind(MethodVisitor writer, int address) {
      super(ASM9, writer);
      this.address = address;
    }

    @Override
    public void visitCode() {
      super.visitCode();
      Label given = new Label();
      String type = ADDRESS.getInternalName();
      visitVarInsn(ALOAD, address);
      visitMethodInsn(INVOKEVIRTUAL, type, "isAnyLocalAddress", "()Z", false);
      visitJumpInsn(IFEQ, given);
      visitMethodInsn(
          INVOKESTATIC, type, "getLoopbackAddress", "()" + ADDRESS.getDescriptor(), false);
      visitVarInsn(ASTORE, address);
      visitLabel(given);
      visitFrame(F_SAME, 0, null, 0, null);
    }
  }
}
