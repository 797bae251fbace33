package io.brokerbench.driver.created;

import io.brokerbench.driver.BrokerException;
import java.util.function.Consumer;

/** Access to the objects that earlier runs left at the brokers of a cluster. Not thread-safe. */
public interface Remover extends AutoCloseable {

  /**
   * An object as the brokers report it.
   *
   * @param exists whether it is there; true if brokers do not report that
   * @param use what other clients do with it, such as {@code 2 consumers}; empty if it is unused
   */
  record State(boolean exists, String use) {

    /** Not there. */
    public static final State GONE = new State(false, "");

    /** There, without any sign of use by other clients. */
    public static final State UNUSED = new State(true, "");

    /** There, and used by other clients. */
    public static State usedBy(String use) {
      return new State(true, use);
    }
  }

  /** Asks the brokers about an object of a run. */
  State state(RecordedRun run, CreatedObject object) throws BrokerException, InterruptedException;

  /**
   * Removes an object, which may be gone already, unless the brokers refuse because others use it.
   *
   * @return {@link State#GONE}, or the use because of which it stays
   */
  State remove(CreatedObject object) throws BrokerException, InterruptedException;

  /**
   * Completes the removals, where brokers may create an object again.
   *
   * @param progress receives a short line for each step that takes time
   */
  default void finish(Consumer<String> progress) throws BrokerException, InterruptedException {}

  @Override
  void close();
}
