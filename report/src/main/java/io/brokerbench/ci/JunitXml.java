package io.brokerbench.ci;

import io.brokerbench.figures.RunFigure;
import io.brokerbench.results.RunResult.Requirement;
import io.brokerbench.results.Verdict;
import io.brokerbench.results.Verdict.Status;
import io.brokerbench.stored.RunSet;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.units.Text;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * Test cases in the XML format of JUnit, for CI servers. Of runs: one per run, and one per
 * requirement. An INVALID run is a failure, as is one whose acknowledgements broke their promise; a
 * SUSPECT run is skipped, because it is inconclusive; a run without a result is an error. A missed
 * requirement is a failure; one that an INVALID run met is skipped.
 */
public final class JunitXml {

  /** Name of the file in a result directory. */
  public static final String FILE = "junit.xml";

  /** The production Char of XML 1.0, negated: unpaired surrogates are none either. */
  private static final Pattern NO_CHARACTER =
      Pattern.compile("[^\\t\\n\\r -\\x{D7FF}\\x{E000}-\\x{FFFD}\\x{10000}-\\x{10FFFF}]");

  private JunitXml() {}

  /** Result of a test case: the name of its element, or none if it passed. */
  public enum Outcome {
    PASSED,
    FAILURE,
    ERROR,
    SKIPPED
  }

  /**
   * A test case.
   *
   * @param kind name of its class
   * @param message why it did not pass
   * @param output lines; may be empty
   */
  public record Case(String kind, String name, Outcome outcome, String message, String output) {}

  /**
   * The text of the file of runs.
   *
   * @param name of the test suite
   */
  public static String of(String name, List<RunSet> sets) {
    List<Case> cases = new ArrayList<>();
    sets.forEach(set -> set.runs().forEach(run -> add(cases, run)));
    for (RunSet set : sets) {
      for (String each : set.unfinished()) {
        cases.add(new Case("unfinished", each, Outcome.ERROR, "has no result", ""));
      }
    }
    return ofCases(name, cases);
  }

  /**
   * The text of a file.
   *
   * @param name of the test suite
   */
  public static String ofCases(String name, List<Case> cases) {
    StringWriter text = new StringWriter();
    try {
      XMLStreamWriter xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
      xml.writeStartDocument("UTF-8", "1.0");
      xml.writeStartElement("testsuite");
      xml.writeAttribute("name", clean(name));
      xml.writeAttribute("tests", Integer.toString(cases.size()));
      xml.writeAttribute("failures", count(cases, Outcome.FAILURE));
      xml.writeAttribute("errors", count(cases, Outcome.ERROR));
      xml.writeAttribute("skipped", count(cases, Outcome.SKIPPED));
      for (Case each : cases) {
        write(xml, each);
      }
      xml.writeEndElement();
      xml.writeEndDocument();
      xml.close();
    } catch (XMLStreamException e) {
      throw new IllegalStateException("a string takes all that is written", e);
    }
    return text + "\n";
  }

  private static void add(List<Case> cases, StoredRun run) {
    String name = String.valueOf(run.directory().getFileName());
    Optional<String> broken = run.result().brokenPromise();
    List<String> why = new ArrayList<>(run.verdict().texts());
    broken.ifPresent(text -> why.add(0, "broken promise: " + text));
    StringBuilder figures = new StringBuilder();
    for (RunFigure figure : RunFigure.compared()) {
      figure
          .positive(run)
          .ifPresent(
              value ->
                  figures
                      .append(figure.label(run.result()))
                      .append(": ")
                      .append(figure.unit().cell(value))
                      .append('\n'));
    }
    cases.add(
        new Case(
            run.tool(),
            name,
            broken.isPresent() ? Outcome.FAILURE : outcome(run.verdict().status()),
            String.join("; ", why),
            figures.toString()));
    for (Requirement each :
        Objects.requireNonNullElse(run.result().requirements(), List.<Requirement>of())) {
      cases.add(requirement(run, name, each));
    }
  }

  private static Outcome outcome(Status status) {
    return switch (status) {
      case VALID -> Outcome.PASSED;
      case SUSPECT -> Outcome.SKIPPED;
      case INVALID -> Outcome.FAILURE;
    };
  }

  private static Case requirement(StoredRun run, String name, Requirement requirement) {
    boolean invalid = run.verdict().status() == Verdict.Status.INVALID;
    return new Case(
        run.tool(),
        name + ": " + requirement.key(),
        requirement.failed() ? Outcome.FAILURE : invalid ? Outcome.SKIPPED : Outcome.PASSED,
        requirement.text() + (invalid ? "; the run is INVALID" : ""),
        requirement.text() + "\n");
  }

  private static void write(XMLStreamWriter xml, Case test) throws XMLStreamException {
    xml.writeStartElement("testcase");
    xml.writeAttribute("classname", clean(test.kind()));
    xml.writeAttribute("name", clean(test.name()));
    if (test.outcome() != Outcome.PASSED) {
      xml.writeEmptyElement(Text.notation(test.outcome()));
      xml.writeAttribute("message", clean(test.message()));
    }
    if (!test.output().isEmpty()) {
      xml.writeStartElement("system-out");
      xml.writeCharacters(clean(test.output()));
      xml.writeEndElement();
    }
    xml.writeEndElement();
  }

  private static String count(List<Case> cases, Outcome outcome) {
    return Long.toString(cases.stream().filter(each -> each.outcome() == outcome).count());
  }

  /** Replaces what is no character of XML 1.0, such as most control characters. */
  private static String clean(String text) {
    return NO_CHARACTER.matcher(text).replaceAll("?");
  }
}
