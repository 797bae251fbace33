package io.brokerbench.run;

import io.brokerbench.clock.ClockOffset;
import io.brokerbench.driver.Receiver;
import io.brokerbench.driver.Session;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Sessions that differ in one answer from an honest one. */
final class LyingSession {

  private LyingSession() {}

  /** Consumers get what {@code around} makes of it. */
  static Session withReceiver(Session honest, UnaryOperator<Receiver> around) {
    return withReceivers(honest, (group, receiver) -> around.apply(receiver));
  }

  /** Consumers of each group get what {@code around} makes of it. */
  static Session withReceivers(Session honest, BiFunction<Integer, Receiver, Receiver> around) {
    return proxy(
        honest,
        arguments -> {
          arguments[1] = around.apply((Integer) arguments[0], (Receiver) arguments[1]);
        },
        Map.of());
  }

  /** The brokers' clock is ahead of ours by this. */
  static Session withClockOffset(Session honest, ClockOffset offset) {
    return proxy(honest, arguments -> {}, Map.of("clockOffset", offset));
  }

  /** The brokers report these figures. */
  static Session withFigures(Session honest, Supplier<SortedMap<String, Long>> figures) {
    return (Session)
        Proxy.newProxyInstance(
            LyingSession.class.getClassLoader(),
            new Class<?>[] {Session.class},
            (proxy, method, arguments) ->
                method.getName().equals("figures")
                    ? figures.get()
                    : method.invoke(honest, arguments));
  }

  /** Something happens before it is closed. */
  static Session beforeClose(Session honest, Runnable action) {
    return (Session)
        Proxy.newProxyInstance(
            LyingSession.class.getClassLoader(),
            new Class<?>[] {Session.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("close")) {
                action.run();
              }
              return method.invoke(honest, arguments);
            });
  }

  private static Session proxy(
      Session honest, Consumer<Object[]> subscription, Map<String, Object> answers) {
    return (Session)
        Proxy.newProxyInstance(
            LyingSession.class.getClassLoader(),
            new Class<?>[] {Session.class},
            (proxy, method, arguments) -> {
              if (answers.containsKey(method.getName())) {
                return answers.get(method.getName());
              }
              if (method.getName().equals("subscribe")) {
                subscription.accept(arguments);
              }
              return method.invoke(honest, arguments);
            });
  }
}
