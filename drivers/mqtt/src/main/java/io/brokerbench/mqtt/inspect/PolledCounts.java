package io.brokerbench.mqtt.inspect;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.DaemonThreads;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Counts that are polled from a broker every second. */
public final class PolledCounts implements CountSource {

  /** Reads the counts of a broker. Called by one thread at a time. */
  interface Source extends AutoCloseable {

    /** Current figures, by name. */
    Map<String, Long> read() throws BrokerException;

    @Override
    void close();
  }

  private final Source source;
  private final ScheduledExecutorService reader =
      Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("brokerbench-counts"));
  private final AtomicLong readings = new AtomicLong();
  private volatile Map<String, Long> last;
  private boolean restarted;

  /** Starts to poll; takes over the source and closes it, also if the first reading fails. */
  public PolledCounts(Source source) throws BrokerException {
    this.source = source;
    try {
      this.last = source.read();
    } catch (Throwable e) {
      close();
      throw e;
    }
    ScheduledFuture<?> unused = reader.scheduleWithFixedDelay(this::renew, 1, 1, TimeUnit.SECONDS);
  }

  private void renew() {
    try {
      read();
    } catch (BrokerException e) {
      // The last figures remain in force.
    }
  }

  private synchronized Map<String, Long> read() throws BrokerException {
    Map<String, Long> now = source.read();
    restarted |= now.getOrDefault(RECEIVED, 0L) < last.getOrDefault(RECEIVED, 0L);
    last = now;
    readings.incrementAndGet();
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

  @Override
  public OptionalLong readings() {
    return OptionalLong.of(readings.get());
  }

  /** Omits {@link #RECEIVED} if the broker does not answer or its counter was reset. */
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
