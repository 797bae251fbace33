package io.brokerbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ShellWordsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "--set=cluster.addresses=h:1,[::1]:2 | '--set=cluster.addresses=h:1,[::1]:2'",
        "cluster.addresses=h-1.example:1,h_2:2 | cluster.addresses=h-1.example:1,h_2:2",
        "127.0.0.1:1;127.0.0.1:2 | '127.0.0.1:1;127.0.0.1:2'",
        "/data/Ada's disk | '/data/Ada'\\''s disk'",
        "$HOME | '$HOME'",
        "\"\" | ''",
      })
  void aShellTakesThemAsOneWordUnchanged(String word, String typed) {
    assertThat(ShellWords.quoted(word)).isEqualTo(typed);
  }
}
