package io.brokerbench.run;

import io.brokerbench.workload.Secrets;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import oshi.SystemInfo;
import oshi.hardware.HardwareAbstractionLayer;
import oshi.software.os.OperatingSystem;

/** What a reader must know of this host and this JVM to believe a number. */
public final class Environment {

  private Environment() {}

  /** Machine and operating system. */
  public static Map<String, Object> host() {
    SystemInfo system = new SystemInfo();
    HardwareAbstractionLayer hardware = system.getHardware();
    OperatingSystem os = system.getOperatingSystem();
    Map<String, Object> host = new LinkedHashMap<>();
    host.put("os", os.toString());
    host.put("kernel", System.getProperty("os.version"));
    host.put("architecture", System.getProperty("os.arch"));
    host.put("cpu", hardware.getProcessor().getProcessorIdentifier().getName().strip());
    host.put("logicalProcessors", hardware.getProcessor().getLogicalProcessorCount());
    host.put("availableProcessors", Runtime.getRuntime().availableProcessors());
    host.put("memoryBytes", hardware.getMemory().getTotal());
    host.put("virtualMachine", hardware.getComputerSystem().getModel());
    return host;
  }

  /** This JVM, its flags without secrets, and its collectors. */
  public static Map<String, Object> jvm() {
    Map<String, Object> jvm = new LinkedHashMap<>();
    jvm.put("version", Runtime.version().toString());
    jvm.put("vendor", System.getProperty("java.vendor"));
    jvm.put("name", System.getProperty("java.vm.name"));
    jvm.put(
        "flags",
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .map(Secrets::assignment)
            .toList());
    jvm.put("maxHeapBytes", Runtime.getRuntime().maxMemory());
    jvm.put(
        "collectors",
        ManagementFactory.getGarbageCollectorMXBeans().stream()
            .map(GarbageCollectorMXBean::getName)
            .toList());
    return jvm;
  }
}
