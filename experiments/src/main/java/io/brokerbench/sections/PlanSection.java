package io.brokerbench.sections;

import io.brokerbench.plan.PlanRequest;
import io.brokerbench.units.Quantities;

/** The section {@code plan} of a workload file. */
final class PlanSection {

  private static final int MOST = 1_000;

  private PlanSection() {}

  static PlanRequest read(Section plan) {
    if (!plan.has("peak")) {
      plan.problem("plan.peak is missing: the load to plan for, such as 100000/s");
    }
    PlanRequest request =
        new PlanRequest(
            PlanRequest.SCHEMA_VERSION,
            plan.read("peak", Quantities::ratePerSecond).orElse(1.0),
            plan.read("size", Quantities::bytes).orElse(null),
            plan.whole("slaves", 0, MOST).orElse(null),
            plan.whole("groups", 0, MOST).orElse(null),
            plan.read("headroom", Quantities::share).orElse(PlanRequest.HEADROOM),
            plan.read("network", Quantities::bitsPerSecond).orElse(PlanRequest.NETWORK),
            plan.whole("name-servers", 1, 100).orElse(PlanRequest.NAME_SERVERS));
    plan.refuseUnread();
    try {
      request.demand(1, 0, 0); // Checks the ranges.
    } catch (IllegalArgumentException e) {
      plan.problem("plan." + e.getMessage());
    }
    return request;
  }
}
