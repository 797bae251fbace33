package io.brokerbench.mqtt;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.DaemonThreads;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Figures that a broker tells when it is asked, which is every second. */
final class PolledCounts implements BrokerCounts {

  /** Who asks. Called by one thread at a time. */
  interface Source extends AutoCloseable {

    /** Figures of this moment, by name. */
    Map<String, Long> read() throws BrokerException;

    @Override
    void close();
  }

  private final Source source;
  private final ScheduledExecutorService reader =
      Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("brokerbench-counts"));
  private volatile Map<String, Long> last;
  private boolean restarted;

  /** Asks from now on; closes the source in the end, also if it does not answer at all. */
  PolledCounts(Source source) throws BrokerException {
    this.source = source;
    boolean answered = false;
    try {
      this.last = source.read();
      answered = true;
    } finally {
      if (!answered) {
        close();
      }
    }
    ScheduledFuture<?> unused = reader.scheduleWithFixedDelay(this::renew, 1, 1, TimeUnit.SECONDS);
  }

  private void renew() {
    try {
      read();
    } catch (BrokerException e) {
      // What it told last stands.
    }
  }

  private synchronized Map<String, Long> read() throws BrokerException {
    Map<String, Long> now = source.read();
    restarted |= now.getOrDefault(RECEIVED, 0L) < last.getOrDefault(RECEIVED, 0L);
    last = now;
    return restarted ? withoutCount(now) : now;
  }

  private static Map<String, Long> withoutCount(Map<String, Long> figures) {
    Map<String, Long> others = new LinkedHashMap<>(figures);
    others.remove(RECEIVED);
    return others;
  }

  @Override
  public Map<String, Long> last() {
    return last;
  }

  /** A broker that does not answer does not tell, nor does one that began to count anew. */
  @Override
  public Map<String, Long> settled() {
    try {
      return read();
    } catch (BrokerException e) {
      return withoutCount(last);
    }
  }

  @Override
  public void close() {
    reader.shutdownNow();
    source.close();
  }
}
