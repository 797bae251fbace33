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
  SAFE(
      Map.of(
          Resource.CPU, 0.75,
          Resource.IOWAIT, 0.3,
          Resource.MEMORY, 0.8,
          Resource.GC, 0.05,
          Resource.DISK, 0.8,
          Resource.NETWORK, 0.7)),
  /** The processors are three quarters busy: what EMQX's reference recommends. */
  CPU_75(Map.of(Resource.CPU, 0.75));

  private final Map<Resource, Double> use;

  Preset(Map<Resource, Double> use) {
    this.use = use;
  }

  /** Its name in files. */
  public String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  Map<Resource, Double> use() {
    return use;
  }

  /** Of one resource alone nothing would be left if it did not count. */
  Set<Resource> ifKnown() {
    return use.size() == 1 ? Set.of() : use.keySet();
  }
}
