package io.brokerbench.record;

import io.brokerbench.record.BookChunk.Book;
import io.brokerbench.record.BookChunk.Kind;
import io.brokerbench.record.page.PageRuns;
import io.brokerbench.record.page.PagedBits;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;

/** Cuts {@link Books} into chunks. For one thread, once. */
final class BookExport {

  private static final List<Kind> SETS_OF_GROUP =
      List.of(Kind.DUPLICATES, Kind.CORRUPT, Kind.EARLY, Kind.REORDERED, Kind.REORDERED_IN_SHARD);

  private final Books books;
  private final Consumer<byte[]> chunks;
  private int number;

  BookExport(Books books, Consumer<byte[]> chunks) {
    this.books = books;
    this.chunks = chunks;
  }

  /** Passes on all chunks. */
  void run() {
    sent();
    for (int group = 0; group < books.groups().size(); group++) {
      seen(group, books.groups().get(group));
      for (Kind kind : SETS_OF_GROUP) {
        set(kind, group);
      }
    }
    set(Kind.RESOLVED, 0);
    pass(new Book(Kind.COUNTS, 0, books.run(), 0), 0, 0, books.counts());
  }

  private void sent() {
    SendBook sent = books.sent();
    int producers = sent.producers();
    for (int producer = 0; producer < producers; producer++) {
      long attempted = sent.attempted(producer);
      Book book = new Book(Kind.SENT, 0, books.run(), producer);
      int end = SendBook.pages(attempted);
      for (int page = 0; page < end; ) {
        ByteBuffer content = content().putLong(attempted);
        page = pass(book, page, end, content, List.of(sent.outcomes(producer)));
      }
    }
  }

  private void seen(int group, Receipts receipts) {
    for (int run : receipts.runs()) {
      MessageSet seen = receipts.seen(run);
      MessageSet redelivered = receipts.redeliveredFirsts(run);
      int producers = seen.producers();
      for (int producer = 0; producer < producers; producer++) {
        Book book = new Book(Kind.SEEN, group, run, producer);
        messages(book, List.of(seen.of(producer), redelivered.of(producer)));
      }
    }
  }

  private void set(Kind kind, int group) {
    MessageSet set = books.set(kind, group);
    int producers = set == null ? 0 : set.producers();
    for (int producer = 0; set != null && producer < producers; producer++) {
      messages(new Book(kind, group, books.run(), producer), List.of(set.of(producer)));
    }
  }

  /** Passes on the pages from the first to the last message, without long gaps between them. */
  private void messages(Book book, List<PagedBits> entries) {
    PagedBits messages = entries.get(0);
    int end = messages.pages();
    long first = messages.next(0, false);
    while (first >= 0) {
      int next = pass(book, (int) (first / PagedBits.PAGE), end, content(), entries);
      first = messages.next((long) next * PagedBits.PAGE, false);
    }
  }

  private static ByteBuffer content() {
    return ByteBuffer.allocate(BookChunk.MAX_CONTENT_BYTES);
  }

  /** Passes on as many pages as a chunk may have; returns the next one. */
  private int pass(Book book, int page, int end, ByteBuffer content, List<PagedBits> entries) {
    int next = PageRuns.write(entries, page, Math.min(end, page + BookChunk.MAX_PAGES), content);
    pass(book, page, next - page, content.flip());
    return next;
  }

  private void pass(Book book, int page, int pages, ByteBuffer content) {
    chunks.accept(new BookChunk(book, number, page, pages, content).toBytes());
    number++;
  }
}
