package io.brokerbench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SettingsReaderTest {

  private final Path directory;

  SettingsReaderTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @Test
  void aFileGoesOverTheDefaultsAndAnAssignmentOverTheFile() throws IOException {
    SettingsReader reader =
        Workload.defaults()
            .file(yaml("load:\n  threads: 3\n  rate: 10/s\nmessage:\n  size: 40\n"))
            .set("load.threads", "4", "-w")
            .assign("load.threads=5");
    Workload workload = Workload.read(reader.settings());
    assertThat(workload.load().threads()).isEqualTo(5);
    assertThat(workload.load().schedule()).isPresent();
    assertThat(workload.message().maxBytes()).isEqualTo(40);
    assertThat(workload.message().batch()).isEqualTo(1);
  }

  /** Quotation marks, backslashes and control characters among them. */
  @Test
  void aValueIsReadAsItIsShown() throws IOException {
    String value = "a \"b\" \\c\td\re\nf\u0001 \u00fc #: ";
    String shown =
        new SettingsInForce(Map.of("cluster.note", value), Set.of("cluster.note")).yaml();
    assertThat(Workload.defaults().file(yaml(shown)).peek("cluster.note")).isEqualTo(value);
  }

  @Test
  void dottedKeysInAFileAreTheSameAsNestedOnes() throws IOException {
    SettingsReader reader = Workload.defaults().file(yaml("load.threads: 3\n"));
    assertThat(Workload.read(reader.settings()).load().threads()).isEqualTo(3);
  }

  @Test
  void aKeyMayBeCutDownToItsLastPart() throws IOException {
    SettingsReader reader =
        Workload.defaults().file(yaml("duration: 3s\nload:\n  pause: 1ms\n")).assign("threads=5");
    assertThat(reader.peek("load.threads")).isEqualTo("5");
    assertThat(reader.peek("consume.threads")).isEqualTo("0");
    reader.setIfAbsent("load.duration", "9s", "-q");
    Workload workload = Workload.read(reader.settings());
    assertThat(workload.load().duration()).isEqualTo(Duration.ofSeconds(3));
    assertThat(workload.load().threads()).isEqualTo(5);
  }

  @Test
  void ofAKeyInFullAndCutDownTheLastOneCounts() {
    assertThat(
            Workload.defaults()
                .assign("duration=3s")
                .assign("load.duration=4s")
                .peek("load.duration"))
        .isEqualTo("4s");
    assertThat(
            Workload.read(
                    Workload.defaults().assign("load.duration=4s").assign("duration=3s").settings())
                .load()
                .duration())
        .isEqualTo(Duration.ofSeconds(3));
  }

  @Test
  void aCutDownKeyThatMayBeSeveralIsTold() {
    assertThat(problems(Workload.defaults().assign("work=1ms")))
        .containsExactly(
            "--set: work may be any of consume.work, transaction.work; write it in full");
    assertThat(problems(Workload.defaults().assign("thread=1")))
        .containsExactly("--set: there is no setting thread here; did you mean threads?");
  }

  @Test
  void sectionsForTheLauncherAreNoSettings() throws IOException {
    Path file = yaml("tool: x\nmatrix:\n  threads: [1]\nreference: [a]\nthreads: 2\n");
    assertThat(Workload.read(Workload.defaults().file(file).settings()).load().threads())
        .isEqualTo(2);
  }

  @Test
  void aConsequenceDoesNotGoOverWhatWasSaid() {
    SettingsReader reader = Workload.defaults().set("load.threads", "4", "-w");
    reader.setIfAbsent("load.threads", "1", "-y").setIfAbsent("load.repeat", "2", "-y");
    assertThat(reader.peek("load.threads")).isEqualTo("4");
    assertThat(reader.peek("load.repeat")).isEqualTo("2");
    assertThat(reader.peek("load.mode")).isEqualTo("sync");
    assertThat(reader.peek("no.such.key")).isEmpty();
  }

  @Test
  void aProblemOfWhatIsNoSettingIsToldWithTheOthers() {
    assertThat(problems(Workload.defaults().problem("-b: no").set("load.threads", "x", "-w")))
        .satisfiesExactly(
            line -> assertThat(line).isEqualTo("-b: no"),
            line -> assertThat(line).startsWith("-w: load.threads "));
  }

  @Test
  void anUnknownKeyIsToldWithPathLineAndNearest() throws IOException {
    Path file = yaml("name: x\nload:\n  threads: 3\n  thread: 4\n");
    assertThat(problems(Workload.defaults().file(file)))
        .containsExactly(
            file + ":4: there is no setting load.thread here; did you mean load.threads?");
  }

  @Test
  void aKeyUnlikeAnyOtherIsToldWithoutGuessing() {
    assertThat(problems(Workload.defaults().assign("xylophone.of.the.opera=1")))
        .containsExactly("--set: there is no setting xylophone.of.the.opera here");
  }

  @Test
  void aValueOutOfRangeIsToldWithPathAndLine() throws IOException {
    Path file = yaml("load:\n  threads: 0\n");
    assertThat(problems(Workload.defaults().file(file)))
        .containsExactly(
            file + ":2: load.threads must be a whole number from 1 to 4,096, got \"0\"");
  }

  @Test
  void allProblemsAreToldAtOnce() throws IOException {
    Path file = yaml("load:\n  threads: 0\n  duration: 5\nfoo: 1\nfoo: 2\n");
    assertThat(
            problems(
                Workload.defaults()
                    .file(file)
                    .file(directory.resolve("missing.yaml"))
                    .assign("message.size=-1")
                    .assign("nonsense")))
        .satisfiesExactlyInAnyOrder(
            line -> assertThat(line).startsWith(file + ":2: load.threads "),
            line -> assertThat(line).startsWith(file + ":3: load.duration "),
            line -> assertThat(line).isEqualTo(file + ":5: foo is set twice"),
            line -> assertThat(line).startsWith(file + ":5: there is no setting foo here"),
            line -> assertThat(line).endsWith("missing.yaml: there is no such file"),
            line -> assertThat(line).startsWith("--set: message.size "),
            line -> assertThat(line).isEqualTo("--set: must be key=value, got \"nonsense\""));
  }

  @Test
  void aKeySetTwiceIsRefused() throws IOException {
    Path file = yaml("load:\n  threads: 3\nload.threads: 4\n");
    assertThat(problems(Workload.defaults().file(file)))
        .containsExactly(file + ":3: load.threads is set twice");
  }

  @Test
  void aKeySetInFullAndCutDownInOneFileIsRefused() throws IOException {
    Path file = yaml("load:\n  threads: 3\nthreads: 4\n");
    assertThat(problems(Workload.defaults().file(file).set("load.threads", "5", "-w")))
        .containsExactly(file + ":3: load.threads is set twice");
  }

  @Test
  void anEmptyListIsNoValue() throws IOException {
    Path file = yaml("load:\n  rate: []\n");
    assertThat(problems(Workload.defaults().file(file)))
        .containsExactly(file + ":2: load.rate must be one value");
  }

  @Test
  void anAssignmentMayHoldAnEqualsSignAndBlanksAroundItsKey() {
    SettingsReader reader = Workload.defaults().assign(" name =a=b");
    assertThat(reader.peek("name")).isEqualTo("a=b");
  }

  @Test
  void aFileThatIsNotThereOrADirectoryIsTold() {
    Path missing = directory.resolve("missing.yaml");
    assertThat(problems(Workload.defaults().file(missing)))
        .containsExactly(missing + ": there is no such file");
    assertThat(problems(Workload.defaults().file(directory)))
        .singleElement()
        .satisfies(line -> assertThat(line).startsWith(directory + ": cannot be read ("));
  }

  @Test
  void whatIsNoYamlIsToldWithItsLine() throws IOException {
    Path file = yaml("name: x\nload: [1, 2\n");
    assertThat(problems(Workload.defaults().file(file)))
        .singleElement()
        .satisfies(line -> assertThat(line).startsWith(file + ":3: no proper YAML: "));
  }

  @Test
  void bytesThatAreNoTextAreTold() throws IOException {
    Path control = yaml("name: \u0001\n");
    assertThat(problems(Workload.defaults().file(control)))
        .singleElement()
        .satisfies(line -> assertThat(line).startsWith(control + ": no proper YAML: "));
    Path binary = directory.resolve("binary.yaml");
    Files.write(binary, new byte[] {(byte) 0xc3, (byte) 0x28});
    assertThat(problems(Workload.defaults().file(binary)))
        .singleElement()
        .satisfies(line -> assertThat(line).startsWith(binary + ": cannot be read ("));
  }

  @Test
  void listsAndTextsAndEndlessNestingAreRefused() throws IOException {
    Path list = yaml("load:\n  threads: [1, 2]\n");
    assertThat(problems(Workload.defaults().file(list)))
        .containsExactly(list + ":2: load.threads must be one value");
    Path text = yaml("only words\n");
    assertThat(problems(Workload.defaults().file(text)))
        .containsExactly(text + ": must hold keys and values");
    Path endless = yaml("load: &load\n  again: *load\n");
    assertThat(problems(Workload.defaults().file(endless)))
        .containsExactly(endless + ":2: nested too deeply");
  }

  @Test
  void anEmptyFileIsRefused() throws IOException {
    assertThat(problems(Workload.defaults().file(yaml("# nothing\n"))))
        .singleElement()
        .asString()
        .endsWith("holds no settings");
  }

  private Path yaml(String text) throws IOException {
    return Files.writeString(Files.createTempFile(directory, "w", ".yaml"), text);
  }

  private static List<String> problems(SettingsReader reader) {
    Settings settings = reader.settings();
    Workload.read(settings);
    SettingsException thrown = catchThrowableOfType(SettingsException.class, settings::finish);
    return thrown == null ? List.of() : thrown.problems();
  }
}
