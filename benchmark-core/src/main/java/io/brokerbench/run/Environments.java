package io.brokerbench.run;

import io.brokerbench.clock.Chrony;
import io.brokerbench.process.NativeCode;
import io.brokerbench.results.Environment.Host;
import io.brokerbench.results.Environment.Jvm;
import io.brokerbench.workload.Secrets;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import oshi.SystemInfo;
import oshi.hardware.HardwareAbstractionLayer;
import oshi.software.os.OperatingSystem;

/** Facts about this host and this JVM that are needed to interpret results. */
public final class Environments {

  private Environments() {}

  /** Machine and operating system, and the state of its clock now. */
  public static Host host() {
    SystemInfo system = NativeCode.system();
    HardwareAbstractionLayer hardware = system.getHardware();
    OperatingSystem os = system.getOperatingSystem();
    return new Host(
        os.toString(),
        System.getProperty("os.version"),
        System.getProperty("os.arch"),
        hardware.getProcessor().getProcessorIdentifier().getName().strip(),
        hardware.getProcessor().getLogicalProcessorCount(),
        Runtime.getRuntime().availableProcessors(),
        hardware.getMemory().getTotal(),
        hardware.getComputerSystem().getModel(),
        Chrony.tracking().orElse(null));
  }

  /** This JVM, its flags without secrets, and its collectors. */
  public static Jvm jvm() {
    return new Jvm(
        Runtime.version().toString(),
        System.getProperty("java.vendor"),
        System.getProperty("java.vm.name"),
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .map(Secrets::assignment)
            .toList(),
        Runtime.getRuntime().maxMemory(),
        ManagementFactory.getGarbageCollectorMXBeans().stream()
            .map(GarbageCollectorMXBean::getName)
            .toList());
  }
}
