package io.brokerbench.report;

import java.time.Instant;

/** The line that a command prints each report interval. */
@FunctionalInterface
public interface LineFormat {

  /** One line, without its end. */
  String line(Instant now, ReportWindow window);
}
