package io.brokerbench.run;

import io.brokerbench.generator.RunClients;
import io.brokerbench.generator.Standing;
import io.brokerbench.record.CheckBackBook;
import io.brokerbench.record.Ledger;
import io.brokerbench.record.Receipts;
import java.lang.reflect.Proxy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Senders and consumers of a run, of which a test answers the methods that it needs. */
final class TestClients {

  private TestClients() {}

  /** The test's answers. */
  interface Answers {

    /** Answers the method of this name; null if it returns nothing. */
    @Nullable Object of(String method);
  }

  static RunClients answering(Answers answers) {
    return (RunClients)
        Proxy.newProxyInstance(
            RunClients.class.getClassLoader(),
            new Class<?>[] {RunClients.class},
            (proxy, method, arguments) -> answers.of(method.getName()));
  }

  /**
   * Counts of one group of consumers, whose deliveries are all first ones.
   *
   * @param received its deliveries
   * @param resolutions transactions that ended by check-backs
   */
  static Standing standing(long received, long resolutions) {
    Receipts.Counts receipts = new Receipts.Counts(received, received, 0, 0, 0, 0, 0, 0, 0, null);
    return new Standing(
        Ledger.Counts.NONE,
        Ledger.Counts.NONE,
        List.of(new Standing.Group(receipts, received, 0)),
        CheckBackBook.Counts.NONE,
        resolutions,
        0,
        0);
  }
}
