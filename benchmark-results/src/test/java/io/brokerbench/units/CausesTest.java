package io.brokerbench.units;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;

final class CausesTest {

  private final EOFException inner = new EOFException();
  private final IOException middle = new IOException("closed\n at 3", inner);
  private final UncheckedIOException outer = new UncheckedIOException(middle);

  @Test
  void theFirstCauseOfATypeAndTheLastOfAllAreFound() {
    assertThat(Causes.find(outer, IOException.class)).containsSame(middle);
    assertThat(Causes.find(outer, EOFException.class)).containsSame(inner);
    assertThat(Causes.find(outer, InterruptedException.class)).isEmpty();
    assertThat(Causes.root(outer)).isSameAs(inner);
    assertThat(Causes.root(inner)).isSameAs(inner);
  }

  @Test
  void aCircleOfCausesEnds() {
    IOException first = new IOException("first");
    first.initCause(new IOException("second", first));
    assertThat(Causes.root(first)).isInstanceOf(IOException.class);
    assertThat(Causes.find(first, InterruptedException.class)).isEmpty();
  }

  @Test
  void anExceptionIsOneLine() {
    assertThat(Causes.line(middle)).isEqualTo("closed");
    assertThat(Causes.line(inner)).isEqualTo("EOFException");
    assertThat(Causes.line(new IOException(""))).isEmpty();
  }
}
