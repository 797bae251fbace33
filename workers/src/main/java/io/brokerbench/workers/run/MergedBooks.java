package io.brokerbench.workers.run;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.BrokerSends;
import io.brokerbench.driver.Producer;
import io.brokerbench.driver.Receiver;
import io.brokerbench.driver.Session;
import io.brokerbench.driver.StoredCount;
import io.brokerbench.driver.Subscription;
import io.brokerbench.driver.TransactionHandler;
import io.brokerbench.generator.Generators.Order;
import io.brokerbench.generator.RunBooks;
import io.brokerbench.load.ConsumerGroups;
import io.brokerbench.record.Books;
import io.brokerbench.record.CheckBackBook;
import io.brokerbench.record.Receipts;
import io.brokerbench.record.SendBook;
import io.brokerbench.results.Consumption;
import io.brokerbench.results.Promise;
import io.brokerbench.workers.protocol.BooksEnd;
import io.brokerbench.workers.protocol.Command;
import io.brokerbench.workers.protocol.Report;
import io.brokerbench.workers.protocol.SendBooks;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The books of all workers, received once senders and consumers have stopped. For one thread. */
final class MergedBooks {

  private final Order run;
  private final List<RunningWorker> workers;
  private final List<String> names;
  private final SendBook sends;
  private final List<Receipts> receipts;
  private final CheckBackBook checks;
  private final Map<String, BrokerSends> sendsByBroker = new TreeMap<>();
  private final List<Map<String, Long>> clientCounts = new ArrayList<>();
  private final List<Long> stored = new ArrayList<>();
  private final List<Long> progress = new ArrayList<>();
  private @Nullable RunBooks received;

  MergedBooks(Order run, List<RunningWorker> workers) {
    this.run = run;
    this.workers = workers;
    this.names =
        run.workload().consumption().any() ? run.workload().consumption().groupNames() : List.of();
    this.sends = new SendBook(run.store());
    this.receipts =
        names.stream()
            .map(
                name ->
                    Receipts.ofSeveral(
                        run.number(),
                        sends,
                        ConsumerGroups.order(run.workload(), run.session(), run.store())))
            .toList();
    this.checks = new CheckBackBook(run.number(), run.store());
    names.forEach(name -> clientCounts.add(new TreeMap<>()));
  }

  /** Number of consumer groups. */
  int groups() {
    return names.size();
  }

  /** The books of all workers that are present; the first call fetches them. */
  RunBooks received() {
    RunBooks known = received;
    if (known == null) {
      boolean complete = fetch();
      known =
          new RunBooks(
              sends,
              sendsByBroker,
              IntStream.range(0, names.size())
                  .mapToObj(
                      i -> new RunBooks.Group(names.get(i), receipts.get(i), clientCounts.get(i)))
                  .toList(),
              checks,
              complete);
      received = known;
    }
    return known;
  }

  /** Fetches them; returns whether none is missing. */
  private boolean fetch() {
    run.progress().accept("collecting the books of the workers");
    Books books = new Books(sends, receipts, checks);
    Map<RunningWorker, CompletableFuture<Report>> answers = new LinkedHashMap<>();
    for (RunningWorker worker : workers) {
      worker.receiveInto(books, run.sent().orElse(null));
      answers.put(
          worker, worker.ask(Command.newBuilder().setSendBooks(SendBooks.getDefaultInstance())));
    }
    boolean complete = true;
    for (Map.Entry<RunningWorker, CompletableFuture<Report>> answer : answers.entrySet()) {
      try {
        add(answer.getKey().await(answer.getValue(), "send its books").getBooksEnd());
      } catch (BrokerException e) {
        complete = false;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        complete = false;
      }
    }
    if (complete) {
      books.complete();
    }
    return complete;
  }

  private void add(BooksEnd end) {
    for (int i = 0; i < end.getGroupsCount(); i++) {
      Map<String, Long> sums = clientCounts.get(i);
      end.getGroups(i)
          .getCountsMap()
          .forEach((name, count) -> sums.merge(name, count, Consumption.together(name)));
    }
    end.getBrokersMap()
        .forEach(
            (name, sent) ->
                sendsByBroker.merge(
                    name,
                    new BrokerSends(sent.getAttempted(), sent.getAcked(), sent.getRejected()),
                    BrokerSends::plus));
    stored.addAll(end.getStoredList());
    for (int i = 0; i < end.getProgressCount(); i++) {
      if (i < progress.size()) {
        progress.set(i, progress.get(i) + end.getProgress(i));
      } else {
        progress.add(end.getProgress(i));
      }
    }
  }

  /** The session that prepared the run, or where each worker has brokers of its own, their sums. */
  Session audited() {
    return stored.isEmpty()
        ? run.session()
        : new SeparateBrokers(
            run.session(), stored.stream().mapToLong(Long::longValue).sum(), progress);
  }

  /**
   * The counts of brokers that each worker has for itself, such as those in memory, added up at the
   * end of a run.
   *
   * @param prepared the session that prepared the run
   * @param stored messages that they hold
   * @param consumed messages that each group has consumed; none without consumers
   */
  private record SeparateBrokers(Session prepared, long stored, List<Long> consumed)
      implements Session {

    SeparateBrokers {
      consumed = List.copyOf(consumed);
    }

    @Override
    public Promise promise() {
      return prepared.promise();
    }

    @Override
    public Map<String, Object> facts() {
      return prepared.facts();
    }

    @Override
    public Producer producer(int index) {
      throw new UnsupportedOperationException("the load is over");
    }

    @Override
    public Producer transactionalProducer(int index, TransactionHandler handler) {
      throw new UnsupportedOperationException("the load is over");
    }

    @Override
    public Subscription subscribe(int group, Receiver receiver) {
      throw new UnsupportedOperationException("the load is over");
    }

    @Override
    public OptionalLong progress(int group) {
      return group < consumed.size() ? OptionalLong.of(consumed.get(group)) : OptionalLong.empty();
    }

    @Override
    public int queues() {
      return prepared.queues();
    }

    @Override
    public boolean keepsOrder() {
      return prepared.keepsOrder();
    }

    @Override
    public StoredCount storedCount() {
      return StoredCount.of(stored);
    }

    @Override
    public void close() {
      // The session that prepared the run is closed by those who opened it.
    }
  }
}
