package io.brokerbench.workload;

import io.brokerbench.record.MessageHeader;
import io.brokerbench.units.Quantities;
import io.brokerbench.units.Text;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A histogram of sizes recorded in production, as a file of {@code message.size}: a size and a
 * number of messages per line. The settings of a run have it in the notation of {@link Shares}, so
 * that a result and workers need no file.
 */
final class SizeFile {

  /** Each sender has bodies of each size. */
  static final int MOST_SIZES = 100;

  private static final BigDecimal PERCENT = BigDecimal.valueOf(100);

  /** Of a percentage: the sum of all is 100 within the tolerance of shares. */
  private static final int DIGITS = 10;

  private static final String RULE =
      "a size from %,d to %,d bytes and a number of messages above 0, such as 1024,350";

  private SizeFile() {}

  /** A line: the number of messages with a size. */
  private record Bin(long bytes, BigDecimal count) {

    /** Reads the cells of a line; empty if they are not these. */
    static Optional<Bin> of(List<String> cells) {
      if (cells.size() != 2) {
        return Optional.empty();
      }
      try {
        long bytes = Quantities.bytes(cells.get(0).strip());
        Bin bin = new Bin(bytes, new BigDecimal(cells.get(1).strip()));
        return Optional.of(bin).filter(Bin::isPossible);
      } catch (IllegalArgumentException e) {
        return Optional.empty();
      }
    }

    private boolean isPossible() {
      return count.signum() > 0
          && bytes >= MessageHeader.BYTES
          && bytes <= MessageShape.MAX_BODY_BYTES;
    }

    /** In the notation of shares. */
    String share(BigDecimal all) {
      BigDecimal percent = count.multiply(PERCENT).divide(all, DIGITS, RoundingMode.HALF_UP);
      return bytes + " " + percent.stripTrailingZeros().toPlainString() + "%";
    }
  }

  /**
   * The sizes of a file with their shares.
   *
   * @param value {@code file:PATH}
   * @throws IllegalArgumentException with a message that continues a sentence starting with the key
   */
  static String notation(String value) {
    ValueFile file = ValueFile.of(value);
    String rule = Text.of(RULE, MessageHeader.BYTES, MessageShape.MAX_BODY_BYTES);
    List<Bin> bins = new ArrayList<>();
    for (ValueFile.Line line : file.lines(MOST_SIZES, "sizes")) {
      bins.add(Bin.of(line.cells()).orElseThrow(() -> file.refusal(line, rule)));
    }
    BigDecimal all = bins.stream().map(Bin::count).reduce(BigDecimal.ZERO, BigDecimal::add);
    return bins.stream().map(bin -> bin.share(all)).collect(Collectors.joining(", "));
  }
}
