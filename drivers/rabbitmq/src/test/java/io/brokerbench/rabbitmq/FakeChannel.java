package io.brokerbench.rabbitmq;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Consumer;
import com.rabbitmq.client.Return;
import com.rabbitmq.client.ReturnCallback;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A channel without a broker that does what a test tells it. */
public final class FakeChannel {

  public final List<String> calls = new ArrayList<>();

  /** Those that consume, in their order. */
  public final List<Consumer> consumers = new ArrayList<>();

  /** The arguments with which they consume. */
  public final List<Object> consumerArguments = new ArrayList<>();

  public boolean answers = true;
  public boolean routes = true;

  /** The method that fails, from which call on. */
  public String failing = "";

  public int failingCall = 1;
  public Exception failure = new IOException("failed");
  private final List<ReturnCallback> callbacks = new ArrayList<>();
  private boolean open = true;

  public Channel channel() {
    return (Channel)
        Proxy.newProxyInstance(
            FakeChannel.class.getClassLoader(),
            new Class<?>[] {Channel.class},
            (proxy, method, arguments) -> call(method, arguments));
  }

  private @Nullable Object call(Method method, Object[] arguments) throws Exception {
    String name = method.getName();
    calls.add(name);
    if (name.equals(failing) && calls.stream().filter(name::equals).count() >= failingCall) {
      throw failure;
    }
    switch (name) {
      case "isOpen" -> {
        return open;
      }
      case "abort" -> open = false;
      case "basicConsume" -> {
        consumers.add((Consumer) arguments[arguments.length - 1]);
        consumerArguments.add(arguments[arguments.length - 2]);
      }
      case "addReturnListener" -> callbacks.add((ReturnCallback) arguments[0]);
      case "asyncCompletableRpc" -> {
        if (!routes) {
          callbacks.forEach(
              callback ->
                  callback.handle(
                      new Return(
                          312, "NO_ROUTE", "", "", new BasicProperties.Builder().build(), null)));
        }
        return answers ? CompletableFuture.completedFuture(null) : new CompletableFuture<>();
      }
      default -> {}
    }
    return null;
  }
}
