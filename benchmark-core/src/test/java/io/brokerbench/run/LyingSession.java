package io.brokerbench.run;

import io.brokerbench.clock.ClockOffset;
import io.brokerbench.driver.Receiver;
import io.brokerbench.driver.Session;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Sessions that differ in one answer from an honest one. */
final class LyingSession {

  private LyingSession() {}

  /** Consumers get what {@code around} makes of it. */
  static Session withReceiver(Session honest, UnaryOperator<Receiver> around) {
    return proxy(
        honest,
        (name, argument) -> name.equals("subscribe") ? around.apply((Receiver) argument) : argument,
        Map.of());
  }

  /** The brokers' clock is ahead of ours by this. */
  static Session withClockOffset(Session honest, ClockOffset offset) {
    return proxy(honest, (name, argument) -> argument, Map.of("clockOffset", offset));
  }

  @FunctionalInterface
  private interface Argument {
    Object of(String method, Object argument);
  }

  private static Session proxy(Session honest, Argument lie, Map<String, Object> answers) {
    return (Session)
        Proxy.newProxyInstance(
            LyingSession.class.getClassLoader(),
            new Class<?>[] {Session.class},
            (proxy, method, arguments) -> {
              if (answers.containsKey(method.getName())) {
                return answers.get(method.getName());
              }
              if (arguments != null) {
                arguments[0] = lie.of(method.getName(), arguments[0]);
              }
              return method.invoke(honest, arguments);
            });
  }
}
