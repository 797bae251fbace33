package io.brokerbench.find;

import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Bounds of resources that go by a name of their own. */
public enum Preset {
  /**
   * Every resource has room to spare. Which are visible depends on the machine; those that are not
   * do not count, and are named.
   */
  SAFE,
  /** The processors are three quarters busy: what EMQX's reference recommends. */
  CPU_75;

  /** Its name in files. */
  public String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Shares that may be in use at most. */
  Map<Resource, Double> use() {
    return switch (this) {
      case SAFE ->
          Map.of(
              Resource.CPU, 0.75,
              Resource.IOWAIT, 0.3,
              Resource.MEMORY, 0.8,
              Resource.GC, 0.05,
              Resource.DISK, 0.8,
              Resource.NETWORK, 0.7);
      case CPU_75 -> Map.of(Resource.CPU, 0.75);
    };
  }

  /** Of one resource alone nothing would be left if it did not count. */
  Set<Resource> ifKnown() {
    return use().size() == 1 ? Set.of() : use().keySet();
  }
}
