package io.brokerbench.cluster.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.AttachContainerCmd;
import com.github.dockerjava.api.model.Frame;
import com.github.dockerjava.api.model.Info;
import com.github.dockerjava.api.model.StreamType;
import io.brokerbench.cluster.node.OutputParser;
import io.brokerbench.cluster.node.ProcessSpec;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.results.Resources.Role;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A node of an engine that does no more than to attach. */
final class ContainerNodeTest {

  private static final OutputParser SILENT =
      new OutputParser() {
        @Override
        public boolean saysReady(String line) {
          return false;
        }

        @Override
        public Optional<String> cause(List<String> console, List<String> log) {
          return Optional.empty();
        }
      };

  private final AtomicReference<@Nullable Attachment> attached = new AtomicReference<>();

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(
            ContainerNodeTest.class.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private ContainerNode node() throws InterruptedException {
    AttachContainerCmd command =
        proxy(
            AttachContainerCmd.class,
            (self, method, arguments) -> {
              if (!method.getName().equals("exec")) {
                return self;
              }
              Attachment attachment = (Attachment) arguments[0];
              attachment.onStart(() -> {});
              attached.set(attachment);
              return attachment;
            });
    DockerClient client = proxy(DockerClient.class, (self, method, arguments) -> command);
    DockerEngine engine =
        new DockerEngine(client, new Info(), URI.create("unix:///none"), Duration.ofMinutes(2));
    return new ContainerNode(
        engine,
        new ProcessSpec(
            "broker",
            Role.BROKER,
            Path.of("/home"),
            List.of(),
            Map.of(),
            List.of("true"),
            Map.of(),
            true,
            SILENT),
        "one",
        new ContainerImpairments(engine, "one", Optional.empty(), 0, Optional.empty()));
  }

  private Attachment attachment() {
    return Objects.requireNonNull(attached.get());
  }

  private void says(String line) {
    attachment()
        .onNext(new Frame(StreamType.STDOUT, (line + "\n").getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void aNodeWhoseContainerIsGoneIsNotRestarted() throws Exception {
    ContainerNode node = node();
    says("#brokerbench-ended 1 137");
    assertThat(node.alive()).isFalse();
    node.restart();
    assertThat(node.alive()).isTrue();
    says("#brokerbench-ended 2 137");
    attachment().onComplete();
    assertThatThrownBy(node::restart)
        .isInstanceOf(BrokerException.class)
        .hasMessage("its container is gone");
    assertThat(node.alive()).isFalse();
  }
}
