package io.brokerbench.testkit;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Makes every wait of the tests as long as a busy machine may need: Awaitility's own limit is ten
 * seconds. JUnit finds it by {@code ServiceLoader}.
 */
public final class Patience implements LauncherSessionListener {

  /** A limit that only ends a hang. */
  private static final Duration LIMIT = Duration.ofMinutes(2);

  @Override
  public void launcherSessionOpened(LauncherSession session) {
    Awaitility.setDefaultTimeout(LIMIT);
  }
}
