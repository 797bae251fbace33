package io.brokerbench.workload;

import io.brokerbench.record.Reconciliation.Visibility;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Selects the messages of a consumer group.
 *
 * @param type of the expression
 * @param expression {@code *} for all
 * @param tags named by the expression; parsed once, because they are looked up for every message
 */
public record Filter(Type type, String expression, Set<String> tags) {

  /** Language of the expression. */
  public enum Type {
    NONE,
    /** Tags, separated by {@code ||}. */
    TAG,
    /** A condition on properties, evaluated by the broker. */
    SQL92
  }

  public Filter(Type type, String expression) {
    this(
        type,
        expression,
        Stream.of(expression.split("\\|\\|", -1))
            .map(String::strip)
            .collect(Collectors.toUnmodifiableSet()));
  }

  static Filter read(Settings settings, MessageShape message) {
    Type type = settings.choice("consume.filter.type", Type.class);
    String expression = settings.parsedOrEmpty("consume.filter.expression", String::strip);
    if (type == Type.NONE && !expression.isEmpty()) {
      settings.problem("consume.filter.expression", "needs consume.filter.type: tag or sql92");
    }
    if (type != Type.NONE && expression.isEmpty()) {
      settings.problem("consume.filter.type", "needs consume.filter.expression");
    }
    if (message.batch() > 1 && type == Type.SQL92) {
      settings.problem("consume.filter.type", "must not be sql92 for batches");
    }
    return new Filter(type, type == Type.NONE ? "*" : expression);
  }

  /** Whether a message with this tag is selected; an empty tag means none. */
  public Visibility selects(String tag) {
    return switch (type) {
      case NONE -> Visibility.YES;
      case SQL92 -> Visibility.BROKER_KNOWS;
      case TAG -> tags.contains("*") || tags.contains(tag) ? Visibility.YES : Visibility.NO;
    };
  }
}
