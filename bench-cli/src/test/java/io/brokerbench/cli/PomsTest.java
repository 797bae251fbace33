package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathFactory;
import javax.xml.xpath.XPathNodes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Node;

/** What Maven Central requires of the POMs that {@code scripts/release} makes. */
final class PomsTest {

  private static final Path ROOT = Path.of("..");

  /** Modules inherit these, with the addresses as they are. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "/project/url[../@child.project.url.inherit.append.path='false']",
        "/project/licenses/license[name='Apache-2.0']/url",
        "/project/developers/developer[name='brokerbench authors']/url",
        "/project/scm[@child.scm.connection.inherit.append.path='false']/connection",
        "/project/scm[@child.scm.developerConnection.inherit.append.path='false']"
            + "/developerConnection",
        "/project/scm[@child.scm.url.inherit.append.path='false']/url",
      })
  void theParentDescribesTheProject(String element) throws Exception {
    assertThat(texts(ROOT, element)).singleElement().asString().isNotBlank();
  }

  @Test
  void everyModuleHasANameAndADescriptionAndInheritsTheRest() throws Exception {
    List<String> modules = texts(ROOT, "/project/modules/module");
    assertThat(modules).hasSizeGreaterThan(10);
    for (String module : modules) {
      Path directory = ROOT.resolve(module);
      assertThat(texts(directory, "/project/name"))
          .as(module)
          .isEqualTo(texts(directory, "/project/artifactId"));
      assertThat(texts(directory, "/project/description"))
          .as(module)
          .singleElement()
          .asString()
          .isNotBlank();
      assertThat(
              texts(
                  directory,
                  "/project/version | /project/url | /project/licenses | /project/developers"
                      + " | /project/scm"))
          .as(module)
          .isEmpty();
    }
  }

  /** Users find all dependencies on Maven Central. */
  @Test
  void noOtherRepositoryIsNeeded() throws Exception {
    List<String> directories = new ArrayList<>(texts(ROOT, "/project/modules/module"));
    directories.add("");
    for (String directory : directories) {
      assertThat(texts(ROOT.resolve(directory), "//repositories | //systemPath"))
          .as(directory)
          .isEmpty();
    }
  }

  /** The texts of the elements at an XPath in the POM of a directory. */
  private static List<String> texts(Path directory, String path) throws Exception {
    Document pom =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(directory.resolve("pom.xml").toFile());
    XPath xpath = XPathFactory.newInstance().newXPath();
    List<String> texts = new ArrayList<>();
    for (Node node : xpath.evaluateExpression(path, pom, XPathNodes.class)) {
      texts.add(node.getTextContent());
    }
    return texts;
  }
}
