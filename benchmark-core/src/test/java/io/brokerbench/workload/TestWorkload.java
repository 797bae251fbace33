package io.brokerbench.workload;

import java.util.SortedMap;

/** Workloads for tests: the reference with the in-memory driver, and what a test sets. */
public final class TestWorkload {

  private TestWorkload() {}

  /** The workload of these assignments ({@code load.threads=2}) over the reference. */
  public static Workload of(String... assignments) {
    Settings settings = reader(assignments).settings();
    Workload workload = Workload.read(settings);
    try {
      settings.finish();
    } catch (SettingsException e) {
      throw new IllegalArgumentException(e);
    }
    return workload;
  }

  /** Every key of the reference that a workload reads, with its default. */
  public static SortedMap<String, String> defaults() {
    Settings settings = reader().settings();
    Workload.read(settings);
    return settings.effective();
  }

  /** A reader over the reference with these assignments. */
  public static SettingsReader reader(String... assignments) {
    SettingsReader reader = Workload.reference().set("driver", "memory", "test");
    for (String assignment : assignments) {
      reader.assign(assignment);
    }
    return reader;
  }
}
