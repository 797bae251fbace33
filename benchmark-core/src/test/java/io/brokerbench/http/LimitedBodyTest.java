package io.brokerbench.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Flow.Subscription;
import org.junit.jupiter.api.Test;

/** An answer whose length is announced is in NodeMonitorTest. */
final class LimitedBodyTest {

  private boolean requested;
  private boolean cancelled;

  private BodySubscriber<String> subscriber() {
    return subscriber(Map.of());
  }

  private BodySubscriber<String> subscriber(Map<String, List<String>> headers) {
    BodySubscriber<String> subscriber =
        new LimitedBody()
            .apply(
                new ResponseInfo() {
                  @Override
                  public int statusCode() {
                    return 200;
                  }

                  @Override
                  public HttpHeaders headers() {
                    return HttpHeaders.of(headers, (name, value) -> true);
                  }

                  @Override
                  public HttpClient.Version version() {
                    return HttpClient.Version.HTTP_1_1;
                  }
                });
    subscriber.onSubscribe(
        new Subscription() {
          @Override
          public void request(long parts) {
            requested = true;
          }

          @Override
          public void cancel() {
            cancelled = true;
          }
        });
    return subscriber;
  }

  @Test
  void theLimitIsTheLastLengthThatIsRead() {
    BodySubscriber<String> subscriber = subscriber();
    for (int i = 0; i < 16; i++) {
      subscriber.onNext(List.of(ByteBuffer.allocate(1 << 20)));
    }
    subscriber.onComplete();
    assertThat(requested).isTrue();
    assertThat(cancelled).isFalse();
    assertThat(subscriber.getBody().toCompletableFuture().join()).hasSize(16 << 20);
  }

  @Test
  void aLongerOneEndsAtTheLimit() {
    BodySubscriber<String> subscriber = subscriber();
    for (int i = 0; i < 17; i++) {
      subscriber.onNext(List.of(ByteBuffer.allocate(1 << 20)));
    }
    assertThat(cancelled).isTrue();
    assertThat(subscriber.getBody().toCompletableFuture()).isCompletedExceptionally();
  }

  @Test
  void anAnnouncedLongerOneIsNotRead() {
    BodySubscriber<String> subscriber =
        subscriber(Map.of("Content-Length", List.of(Long.toString((16 << 20) + 1L))));
    assertThat(requested).isFalse();
    assertThat(cancelled).isTrue();
    assertThat(subscriber.getBody().toCompletableFuture()).isCompletedExceptionally();
  }
}
