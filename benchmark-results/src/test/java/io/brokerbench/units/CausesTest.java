package io.brokerbench.units;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;

final class CausesTest {

  private static final EOFException INNER = new EOFException();
  private static final IOException MIDDLE = new IOException("closed\n at 3", INNER);
  private static final UncheckedIOException OUTER = new UncheckedIOException(MIDDLE);

  @Test
  void theFirstCauseOfATypeAndTheLastOfAllAreFound() {
    assertThat(Causes.find(OUTER, IOException.class)).containsSame(MIDDLE);
    assertThat(Causes.find(OUTER, EOFException.class)).containsSame(INNER);
    assertThat(Causes.find(OUTER, InterruptedException.class)).isEmpty();
    assertThat(Causes.root(OUTER)).isSameAs(INNER);
    assertThat(Causes.root(INNER)).isSameAs(INNER);
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
    assertThat(Causes.line(MIDDLE)).isEqualTo("closed");
    assertThat(Causes.line(INNER)).isEqualTo("EOFException");
    assertThat(Causes.line(new IOException(""))).isEmpty();
  }
}
