package io.brokerbench.units;

import java.util.Optional;
import java.util.stream.Stream;

/** The causes of an exception, and their words for people. */
public final class Causes {

  /** Number of causes that are followed; those of a chain may form a circle. */
  private static final int MAX = 20;

  private Causes() {}

  /** The first of the exception and its causes that has this type. */
  public static <T extends Throwable> Optional<T> find(Throwable thrown, Class<T> type) {
    return chain(thrown).filter(type::isInstance).map(type::cast).findFirst();
  }

  /** The innermost cause; the exception itself if it has none. */
  public static Throwable root(Throwable thrown) {
    return chain(thrown).reduce(thrown, (outer, inner) -> inner);
  }

  /** First line of the exception's message; the name of its class if it has none. */
  public static String line(Throwable thrown) {
    String message = thrown.getMessage();
    return message == null
        ? thrown.getClass().getSimpleName()
        : message.lines().findFirst().orElse("");
  }

  private static Stream<Throwable> chain(Throwable thrown) {
    return Stream.iterate(thrown, cause -> cause != null, Throwable::getCause).limit(MAX);
  }
}
