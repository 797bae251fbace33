package io.brokerbench.ci;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.ci.JunitXml.Case;
import io.brokerbench.ci.JunitXml.Outcome;
import io.brokerbench.measurement.TestResult;
import io.brokerbench.results.RunResult;
import io.brokerbench.results.Verdict;
import io.brokerbench.stored.RunSet;
import io.brokerbench.stored.StoredRun;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

final class JunitXmlTest {

  /** The exit code of such a run is 5. */
  @Test
  void aRunThatBrokeThePromiseOfItsAcknowledgementsIsAFailure() {
    RunResult run =
        new TestResult()
            .brokenPromise("3 messages were lost")
            .result(new Verdict(Verdict.Status.VALID, List.of()));
    Path directory = Path.of("20260101T000000Z-producer");
    RunSet runs =
        new RunSet(directory, List.of(new StoredRun(directory, run)), List.of("x.INCOMPLETE"));
    assertThat(JunitXml.of("runs", List.of(runs)))
        .contains("tests=\"2\" failures=\"1\" errors=\"1\" skipped=\"0\"")
        .contains("<failure message=\"broken promise: 3 messages were lost\"");
  }

  /** By code points, because a source file cannot have unpaired surrogates. */
  @ParameterizedTest
  @CsvSource({
    "0000, a?b",
    "001B, a?b",
    "FFFE, a?b",
    "FFFF, a?b",
    "D800, a?b",
    "DFFF, a?b",
    "E9, a\u00E9b",
    "FFFD, a\uFFFDb",
    "1F600, a\uD83D\uDE00b",
  })
  void whatIsNoCharacterOfXmlIsReplaced(String hex, String read) throws Exception {
    String text = "a" + Character.toString(Integer.parseInt(hex, 16)) + "b";
    String file =
        JunitXml.ofCases(text, List.of(new Case(text, text, Outcome.FAILURE, text, text)));
    Document xml =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(file)));
    assertThat(xml.getDocumentElement().getAttribute("name")).isEqualTo(read);
    assertThat(xml.getElementsByTagName("failure").item(0).getAttributes().item(0).getNodeValue())
        .isEqualTo(read);
    assertThat(xml.getElementsByTagName("system-out").item(0).getTextContent()).isEqualTo(read);
  }
}
