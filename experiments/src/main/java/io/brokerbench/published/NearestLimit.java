package io.brokerbench.published;

import io.brokerbench.results.Fsync;
import io.brokerbench.results.Resources.HostUse;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How close a run came to the limits of the machines of its brokers.
 *
 * @param shares utilization of each resource that the machines report; 1 is all of it
 */
record NearestLimit(List<Share> shares) {

  /** From here on a resource counts as a likely limit. */
  private static final double NEAR = 0.85;

  /**
   * The utilization of a resource.
   *
   * @param share above 1 for forces of the disk that serve several messages each
   */
  record Share(String resource, double share) {

    boolean near() {
      return share >= NEAR;
    }

    String text() {
      return Text.of("%s %s", resource, Units.percent(share, 0));
    }
  }

  static NearestLimit of(StoredRun run) {
    List<Share> shares = new ArrayList<>();
    add(shares, "CPU", run.result().busyShare());
    add(shares, "disk", run.result().ofBrokerHosts(HostUse::diskBusyShareMax));
    add(shares, "network", run.result().ofBrokerHosts(HostUse::networkBusyShareMax));
    add(shares, "fsync", run.fsync().map(Fsync::share).orElse(null));
    return new NearestLimit(List.copyOf(shares));
  }

  private static void add(List<Share> shares, String resource, @Nullable Double share) {
    if (share != null) {
      shares.add(new Share(resource, share));
    }
  }

  List<String> near() {
    return shares.stream().filter(Share::near).map(Share::resource).toList();
  }

  /** The resources near their limits with their utilization; all resources if none is near. */
  String text() {
    return shares.stream()
        .filter(share -> near().isEmpty() || share.near())
        .map(Share::text)
        .collect(Collectors.joining(", "));
  }

  /** How many of some runs came near which limits, in one clause. */
  static String summary(List<StoredRun> runs) {
    List<NearestLimit> limits = runs.stream().map(NearestLimit::of).toList();
    List<String> near = limits.stream().flatMap(limit -> limit.near().stream()).toList();
    List<String> parts = new ArrayList<>();
    for (String resource : new LinkedHashSet<>(near)) {
      int count = Collections.frequency(near, resource);
      parts.add(Text.of("%s in %d of %d runs or steps", resource, count, limits.size()));
    }
    long none = limits.stream().filter(limit -> limit.near().isEmpty()).count();
    if (none > 0) {
      parts.add(Text.of("none in %d of %d runs or steps", none, limits.size()));
    }
    return String.join("; ", parts);
  }
}
