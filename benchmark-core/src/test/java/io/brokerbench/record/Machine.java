package io.brokerbench.record;

import io.brokerbench.record.page.PageStore;
import java.util.ArrayList;
import java.util.List;

/** The books of a process, of two groups. */
final class Machine {

  static final int RUN = 77;
  static final int QUEUES = 5;

  final PageStore store = new PageStore();
  final SendBook sent = new SendBook(store);
  final List<Receipts> groups = new ArrayList<>();
  final CheckBackBook checks = new CheckBackBook(RUN, store);
  final Books books;

  Machine(boolean several, boolean ordered) {
    for (int group = 0; group < 2; group++) {
      OrderCheck order = ordered ? OrderCheck.of(10, QUEUES, 3, store) : null;
      groups.add(several ? Receipts.ofSeveral(RUN, sent, order) : new Receipts(RUN, sent, order));
    }
    this.books = new Books(sent, groups, checks);
  }

  List<byte[]> exported() {
    List<byte[]> chunks = new ArrayList<>();
    books.export(chunks::add);
    return chunks;
  }

  void deliver(AuditedRun.Delivered delivered) {
    Receipts receipts = groups.get(delivered.group());
    MessageHeader header = delivered.header();
    Receipts.Arrival arrival = receipts.received(header, delivered.queue(), delivered.attempt());
    if (header != null && arrival == Receipts.Arrival.FIRST && header.sequence() % 5 == 0) {
      receipts.cameEarly(header);
    }
    if (delivered.postponed()) {
      receipts.postponed();
    }
  }
}
