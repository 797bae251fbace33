package io.brokerbench.compare;

import io.brokerbench.results.Verdict;
import io.brokerbench.stored.RunSet;
import io.brokerbench.stored.StoredRun;
import java.io.StringWriter;
import java.util.List;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * Runs in the XML format of JUnit, for CI servers: one test case per run. An INVALID run is a
 * failure; a SUSPECT run is skipped, because it is inconclusive; a run without a result is an
 * error.
 */
public final class JunitXml {

  private JunitXml() {}

  public static String of(String name, List<RunSet> sets) {
    List<StoredRun> runs = sets.stream().flatMap(set -> set.runs().stream()).toList();
    List<String> unfinished = sets.stream().flatMap(set -> set.unfinished().stream()).toList();
    StringWriter text = new StringWriter();
    try {
      XMLStreamWriter xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
      xml.writeStartDocument("UTF-8", "1.0");
      xml.writeStartElement("testsuite");
      xml.writeAttribute("name", clean(name));
      xml.writeAttribute("tests", Integer.toString(runs.size() + unfinished.size()));
      xml.writeAttribute("failures", count(runs, Verdict.Status.INVALID));
      xml.writeAttribute("errors", Integer.toString(unfinished.size()));
      xml.writeAttribute("skipped", count(runs, Verdict.Status.SUSPECT));
      for (StoredRun run : runs) {
        testCase(xml, run);
      }
      for (String each : unfinished) {
        open(xml, "unfinished", each);
        xml.writeEmptyElement("error");
        xml.writeAttribute("message", "has no result");
        xml.writeEndElement();
      }
      xml.writeEndElement();
      xml.writeEndDocument();
      xml.close();
    } catch (XMLStreamException e) {
      throw new IllegalStateException("a string takes all that is written", e);
    }
    return text + "\n";
  }

  private static void testCase(XMLStreamWriter xml, StoredRun run) throws XMLStreamException {
    open(xml, run.tool(), String.valueOf(run.directory().getFileName()));
    String why = clean(String.join("; ", run.verdict().texts()));
    if (run.verdict().status() == Verdict.Status.INVALID) {
      xml.writeEmptyElement("failure");
      xml.writeAttribute("message", why);
    } else if (run.verdict().status() == Verdict.Status.SUSPECT) {
      xml.writeEmptyElement("skipped");
      xml.writeAttribute("message", why);
    }
    xml.writeStartElement("system-out");
    StringBuilder figures = new StringBuilder();
    run.readings()
        .forEach(
            (figure, reading) ->
                figures
                    .append(reading.label())
                    .append(": ")
                    .append(figure.text(reading.value()))
                    .append('\n'));
    xml.writeCharacters(clean(figures.toString()));
    xml.writeEndElement();
    xml.writeEndElement();
  }

  private static void open(XMLStreamWriter xml, String kind, String name)
      throws XMLStreamException {
    xml.writeStartElement("testcase");
    xml.writeAttribute("classname", clean(kind));
    xml.writeAttribute("name", clean(name));
  }

  private static String count(List<StoredRun> runs, Verdict.Status status) {
    return Long.toString(runs.stream().filter(run -> run.verdict().status() == status).count());
  }

  /** Replaces control characters, which XML 1.0 cannot represent. */
  private static String clean(String text) {
    return text.replaceAll("[\\p{Cntrl}&&[^\\t\\n\\r]]", "?");
  }
}
