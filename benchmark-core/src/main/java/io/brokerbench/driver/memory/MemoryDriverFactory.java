package io.brokerbench.driver.memory;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Driver;
import io.brokerbench.driver.DriverFactory;
import io.brokerbench.driver.Seat;
import io.brokerbench.driver.Session;
import io.brokerbench.units.Quantities;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Filter;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.Workload;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The driver {@code memory}: a broker that answers at once, or at the rate of its settings. */
public final class MemoryDriverFactory implements DriverFactory {

  private static final double MAX_PER_SECOND = 1e7;
  private static final String NONE = "none";
  private static final String GROUP_RATES = "memory.group-rates";

  @Override
  public String name() {
    return "memory";
  }

  @Override
  public Driver configure(Settings settings, Workload workload) {
    MemoryScript script = script(settings, workload);
    return new MemoryDriver(workload, script);
  }

  static MemoryScript script(Settings settings, Workload workload) {
    if (workload.consumption().filter().type() == Filter.Type.SQL92) {
      settings.problem("consume.filter.type", "must be none or tag for driver memory");
    }
    double serviceRate = settings.parsed("memory.service-rate", MemoryDriverFactory::rate);
    List<Double> groupRates = settings.parsed(GROUP_RATES, MemoryDriverFactory::rates);
    int groups = workload.consumption().groups();
    if (!groupRates.isEmpty() && !workload.consumption().any()) {
      settings.problem(GROUP_RATES, "needs consumers: set consume.threads");
    } else if (!groupRates.isEmpty() && groupRates.size() != groups) {
      settings.problem(
          GROUP_RATES,
          Text.of(
              "must have one rate for each of consume.groups, %d, got %d",
              groups, groupRates.size()));
    }
    return MemoryScript.honest().withServiceRate(serviceRate).withGroupRates(groupRates);
  }

  private static List<Double> rates(String text) {
    return text.strip().equals(NONE)
        ? List.of()
        : Stream.of(text.split(",", -1)).map(MemoryDriverFactory::rate).toList();
  }

  /** Parses a rate; 0 for none. */
  private static double rate(String text) {
    if (text.strip().equals(NONE)) {
      return 0;
    }
    double perSecond = Quantities.ratePerSecond(text);
    if (!(perSecond > 0) || perSecond > MAX_PER_SECOND) {
      throw new IllegalArgumentException(
          Text.of("must be none, or above 0/s and at most 10M/s, got \"%s\"", text.strip()));
    }
    return perSecond;
  }

  /** Connects to a broker of its own in this process. */
  private record MemoryDriver(Workload workload, MemoryScript script) implements Driver {

    @Override
    public Session connect(Cluster cluster, Seat seat, Consumer<String> progress) {
      return new MemoryBroker(Clock.system(), script).session(workload);
    }

    @Override
    public boolean deliversLater() {
      return true;
    }

    @Override
    public boolean reachesOneCluster() {
      return false;
    }
  }
}
