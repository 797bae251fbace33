package io.brokerbench.http;

import io.brokerbench.units.Text;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import org.jspecify.annotations.Nullable;

/**
 * Receives an answer as text, up to a limit: reading a longer one every second would cost the load
 * generator more than the figures are worth.
 */
final class LimitedBody implements BodyHandler<String> {

  /** Maximum length in bytes. A node exporter on 512 processors needs about one MiB. */
  static final int MOST_BYTES = 16 << 20;

  @Override
  public BodySubscriber<String> apply(ResponseInfo answer) {
    return new Subscriber(answer.headers().firstValueAsLong("Content-Length").orElse(0));
  }

  private static final class Subscriber implements BodySubscriber<String> {

    private final CompletableFuture<String> body = new CompletableFuture<>();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final long announcedBytes;
    private @Nullable Subscription subscription;

    Subscriber(long announcedBytes) {
      this.announcedBytes = announcedBytes;
    }

    @Override
    public CompletionStage<String> getBody() {
      return body;
    }

    @Override
    public void onSubscribe(Subscription newSubscription) {
      subscription = newSubscription;
      if (!refused(announcedBytes)) {
        newSubscription.request(Long.MAX_VALUE);
      }
    }

    @Override
    public void onNext(List<ByteBuffer> parts) {
      for (ByteBuffer part : parts) {
        if (refused((long) bytes.size() + part.remaining())) {
          return;
        }
        byte[] read = new byte[part.remaining()];
        part.get(read);
        bytes.writeBytes(read);
      }
    }

    private boolean refused(long length) {
      if (length > MOST_BYTES && subscription != null) {
        subscription.cancel();
        body.completeExceptionally(
            new IOException(Text.of("the answer has more than %d MiB", MOST_BYTES >> 20)));
      }
      return length > MOST_BYTES;
    }

    @Override
    public void onError(Throwable failure) {
      body.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
      body.complete(bytes.toString(StandardCharsets.UTF_8));
    }
  }
}
