package io.brokerbench.ceiling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.ceiling.Ceilings.Bandwidth;
import io.brokerbench.ceiling.Ceilings.Forces;
import io.brokerbench.ceiling.Ceilings.GroupedForces;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class DiskCeilingsTest {

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

  @Test
  void aSlowForceShowsInRateAndLatency() throws IOException {
    SlowMachine machine = SlowMachine.forcing(10 * MILLI);
    Forces forces = new DiskCeilings(machine, machine, 2 * SECOND).fsync();
    assertThat(forces).isEqualTo(new Forces(100, new CeilingLatency(200, 10 * MILLI, 10 * MILLI)));
    assertThat(machine.bytes).hasValue(200 * 4096L);
    assertThat(machine.forces).hasValue(200);
    assertThat(machine.open).hasValue(0);
  }

  @Test
  void aFastDiskIsNotFilled() throws IOException {
    SlowMachine machine = SlowMachine.forcing(100);
    assertThat(new DiskCeilings(machine, machine, SECOND).fsync().latency().count())
        .isEqualTo(DiskCeilings.MOST_PAGES);
    new DiskCeilings(machine, machine, SECOND).groupedFsync();
    assertThat(machine.bytes).hasValueLessThanOrEqualTo(2L * DiskCeilings.MOST_PAGES * 4096);
    new DiskCeilings(machine, machine, SECOND).sequentialWrite();
    assertThat(machine.bytes).hasValueLessThanOrEqualTo(512L << 20);
  }

  @Test
  void threadsShareForces() throws IOException {
    SlowMachine machine = SlowMachine.forcing(10 * MILLI);
    GroupedForces forces = new DiskCeilings(machine, machine, SECOND).groupedFsync();
    assertThat(forces.threads()).isEqualTo(8);
    assertThat(forces.forcesPerSecond()).isCloseTo(100, within(1e-6));
    assertThat(forces.appendsPerSecond()).isBetween(100.0, 800.0);
    assertThat(machine.bytes).hasValueGreaterThanOrEqualTo(8 * 4096L);
    assertThat(machine.open).hasValue(0);
  }

  @Test
  void aDiskThatFailsFailsTheMeasurement() {
    SlowMachine machine = SlowMachine.forcing(MILLI);
    AtomicInteger left = new AtomicInteger(20);
    Storage failing = () -> new Failing(machine.create(), left);
    assertThatThrownBy(() -> new DiskCeilings(failing, machine, SECOND).groupedFsync())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("out of order");
    assertThat(machine.open).hasValue(0);
    assertThatThrownBy(() -> new DiskCeilings(failing, machine, SECOND).fsync())
        .isInstanceOf(IOException.class);
    assertThat(machine.open).hasValue(0);
  }

  @Test
  void sequentialWritingIncludesTheWayOntoTheDisk() throws IOException {
    SlowMachine machine = SlowMachine.writing(10 * MILLI);
    Bandwidth bandwidth = new DiskCeilings(machine, machine, 10 * SECOND).sequentialWrite();
    assertThat(bandwidth).isEqualTo(new Bandwidth(256L << 20, 100.0 * (1 << 20)));
    assertThat(machine.open).hasValue(0);
  }

  @Test
  void aSlowDiskIsWrittenOneStretchBeyondTheTimeAtMost() throws IOException {
    SlowMachine machine = SlowMachine.writing(SECOND);
    Bandwidth bandwidth = new DiskCeilings(machine, machine, SECOND).sequentialWrite();
    assertThat(bandwidth.bytes()).isEqualTo(DiskCeilings.STRETCH_BYTES);
    assertThat(bandwidth.bytesPerSecond()).isEqualTo(1 << 20);
  }

  private record Failing(Storage.Appended file, AtomicInteger left) implements Storage.Appended {

    @Override
    public void append(int bytes) throws IOException {
      file.append(bytes);
    }

    @Override
    public void force() throws IOException {
      if (left.getAndDecrement() <= 0) {
        throw new IOException("out of order");
      }
      file.force();
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
