package io.brokerbench.cli;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.FileDescriptor;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import io.brokerbench.command.ExitCode;
import java.beans.XMLDecoder;
import java.io.IOException;
import java.io.ObjectInput;
import java.net.URLConnection;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Holds what docs/ARCHITECTURE.md says of modules, packages and classes. */
final class ArchitectureTest {

  private static final int MAX_LINES = 600;
  private static final int MAX_PARAMETERS = 7;

  private static final Path ROOT = Path.of("..");

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.brokerbench");

  /** A module of the command line's class path uses the classes of no other modules than these. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "benchmark-results |",
        "benchmark-core    | benchmark-results",
        "report            | benchmark-results benchmark-core",
        "experiments       | benchmark-results benchmark-core report",
        "drivers/rocketmq  | benchmark-results benchmark-core",
        "drivers/rabbitmq  | benchmark-results benchmark-core",
        "drivers/mqtt      | benchmark-results benchmark-core",
        "child             |",
        "clusters          | benchmark-results benchmark-core child",
        "workers           | benchmark-results benchmark-core",
        "producer-bench    | benchmark-results benchmark-core report",
        "consumer-bench    | benchmark-results benchmark-core report",
        "tx-bench          | benchmark-results benchmark-core report",
        "api               | benchmark-results benchmark-core report experiments producer-bench consumer-bench tx-bench",
        "junit             | benchmark-results benchmark-core report experiments api",
      })
  void aModuleUsesOnlyTheseModules(String module, String used) throws IOException {
    Map<String, String> modules = modulesByPackage();
    Set<String> allowed = new TreeSet<>(Set.of(module));
    if (used != null) {
      allowed.addAll(List.of(used.split(" ")));
    }
    Set<String> actual =
        CLASSES.stream()
            .filter(type -> module.equals(modules.get(type.getPackageName())))
            .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
            .map(dependency -> modules.get(dependency.getTargetClass().getPackageName()))
            .filter(Objects::nonNull)
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(actual).contains(module);
    assertThat(allowed).containsAll(actual);
  }

  @Test
  void packagesHaveNoCycles() {
    slices()
        .assignedFrom(
            new SliceAssignment() {
              @Override
              public SliceIdentifier getIdentifierOf(JavaClass type) {
                return type.getPackageName().startsWith("io.brokerbench.")
                    ? SliceIdentifier.of(type.getPackageName())
                    : SliceIdentifier.ignore();
              }

              @Override
              public String getDescription() {
                return "packages";
              }
            })
        .should()
        .beFreeOfCycles()
        .check(CLASSES);
  }

  @Test
  void filesAreShort() throws IOException {
    Map<Path, Long> lines = new TreeMap<>();
    for (Path source : sources()) {
      try (Stream<String> content = Files.lines(source)) {
        lines.put(ROOT.relativize(source), content.count());
      }
    }
    lines.values().removeIf(count -> count <= MAX_LINES);
    assertThat(lines).isEmpty();
  }

  /** A tag of a method moves it to a later tier than its class. */
  @Test
  void everyIntegrationTestHasATier() throws IOException {
    Pattern tier = Pattern.compile("^@Tag\\(\"(?:default|ci|nightly)\"\\)$", Pattern.MULTILINE);
    List<Path> others = new ArrayList<>();
    for (Path test : files(".*/src/test/java/.*IT\\.java")) {
      if (tier.matcher(Files.readString(test)).results().count() != 1) {
        others.add(ROOT.relativize(test));
      }
    }
    assertThat(others).isEmpty();
  }

  /** Otherwise its tests wait for ten seconds at most. */
  @Test
  void whereTestsWaitTheyWaitLongEnoughForABusyMachine() throws IOException {
    for (Path pom : files(".*/pom\\.xml")) {
      String text = Files.readString(pom);
      if (text.contains("<artifactId>awaitility<")) {
        assertThat(text).as(pom.toString()).containsAnyOf("brokerbench-testkit", "testkit/src");
      }
    }
  }

  /** Canonical constructors of records have as many as there are components. */
  @Test
  void parameterListsAreShort() {
    assertThat(
            CLASSES.stream()
                .flatMap(type -> type.getCodeUnits().stream())
                .filter(unit -> !unit.getModifiers().contains(JavaModifier.SYNTHETIC))
                .filter(unit -> !(unit.isConstructor() && unit.getOwner().isRecord()))
                .filter(unit -> unit.getParameters().size() > MAX_PARAMETERS)
                .map(JavaCodeUnit::getFullName))
        .isEmpty();
  }

  @Test
  void theMapNamesEveryModuleAndPackage() throws IOException {
    String map = Files.readString(ROOT.resolve("docs/ARCHITECTURE.md"));
    Set<String> names = new TreeSet<>(modulesByPackage().values());
    modulesByPackage().keySet().stream()
        .map(each -> each.substring("io.brokerbench.".length()))
        .forEach(names::add);
    names.removeIf(each -> map.contains("`" + each + "`"));
    assertThat(names).isEmpty();
  }

  @Test
  void onlyClockAsksTheMachineForTheTime() throws IOException {
    Map<String, String> modules = modulesByPackage();
    DescribedPredicate<JavaCall<?>> asksForTheTime =
        call(System.class, "nanoTime")
            .or(call(System.class, "currentTimeMillis"))
            .or(call(java.time.Instant.class, "now"))
            .or(call(java.time.LocalDateTime.class, "now"))
            .or(call(java.time.ZonedDateTime.class, "now"))
            .or(call(Thread.class, "sleep"));
    noClasses()
        .that(
            DescribedPredicate.describe(
                "are in benchmark-core",
                type -> "benchmark-core".equals(modules.get(type.getPackageName()))))
        .and(DescribedPredicate.not(resideInAPackage("io.brokerbench.clock")))
        .should()
        .callCodeUnitWhere(asksForTheTime)
        .check(CLASSES);
  }

  /** Benchmarks from Java run in JVMs of other programs. */
  @Test
  void onlyProgramsEndTheirJvm() {
    DescribedPredicate<JavaCall<?>> endsTheJvm =
        call(System.class, "exit")
            .or(call(Runtime.class, "exit"))
            .or(call(Runtime.class, "halt"))
            .or(call(ExitCode.class, "end"));
    noClasses()
        .that(
            DescribedPredicate.describe(
                "have no main method",
                type ->
                    type.getMethods().stream()
                        .noneMatch(method -> method.getName().equals("main"))))
        .and(
            DescribedPredicate.describe(
                "are not the exit code itself", type -> !type.isEquivalentTo(ExitCode.class)))
        .should()
        .callCodeUnitWhere(endsTheJvm)
        .check(CLASSES);
  }

  /** But for the descriptors of the classes that protobuf generates. */
  @Test
  void staticFieldsAreFinal() {
    assertThat(
            CLASSES.stream()
                .flatMap(type -> type.getFields().stream())
                .filter(field -> field.getModifiers().contains(JavaModifier.STATIC))
                .filter(field -> !field.getModifiers().contains(JavaModifier.FINAL))
                .filter(field -> !field.getRawType().isEquivalentTo(FileDescriptor.class))
                .map(JavaField::getFullName))
        .isEmpty();
  }

  /** Strangers reach the port of a controller, whose streams carry protobuf alone. */
  @Test
  void nothingIsDeserializedByJava() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .areAssignableTo(ObjectInput.class)
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(XMLDecoder.class)
        .check(CLASSES);
  }

  /** The time-out of Java's client covers only the header of an answer. */
  @Test
  void whatIsReadByHttpIsReadWithADeadlineForAll() {
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName("io.brokerbench.http.HttpGet")
        .and()
        .doNotHaveFullyQualifiedName("io.brokerbench.cluster.docker.ReplicationProxy")
        .should()
        .dependOnClassesThat()
        .areAssignableTo(HttpClient.class)
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(URLConnection.class)
        .check(CLASSES);
  }

  private static DescribedPredicate<JavaCall<?>> call(Class<?> owner, String method) {
    return target(owner(name(owner.getName()))).and(target(name(method))).forSubtype();
  }

  @Test
  void classesAreClosed() {
    classes().should(be("final, abstract or sealed")).check(CLASSES);
  }

  private static ArchCondition<JavaClass> be(String description) {
    return new ArchCondition<>("be " + description) {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        boolean closed =
            type.isInterface()
                || type.isEnum()
                || type.isRecord()
                || type.isAnonymousClass()
                || type.getModifiers().contains(JavaModifier.FINAL)
                || type.getModifiers().contains(JavaModifier.ABSTRACT)
                || type.getFullName().endsWith("package-info")
                || type.reflect().isSealed();
        if (!closed) {
          events.add(SimpleConditionEvent.violated(type, type.getFullName() + " is open"));
        }
      }
    };
  }

  /** Modules by the names of their packages; a package is in one module. */
  private static Map<String, String> modulesByPackage() throws IOException {
    Map<String, String> modules = new TreeMap<>();
    for (Path source : sources()) {
      Path relative = ROOT.relativize(source);
      String path = relative.toString().replace('\\', '/');
      String module = path.substring(0, path.indexOf("/src/"));
      String other = modules.putIfAbsent(packageOf(source), module);
      assertThat(other == null || other.equals(module)).as(path + " and " + other).isTrue();
    }
    return modules;
  }

  private static String packageOf(Path source) {
    String path = source.toString().replace('\\', '/');
    return path.substring(path.indexOf("io/brokerbench"), path.lastIndexOf('/')).replace('/', '.');
  }

  private static List<Path> sources() throws IOException {
    return files(".*/src/main/java/.*\\.java");
  }

  private static List<Path> files(String pattern) throws IOException {
    return ProjectFiles.below(ROOT).stream()
        .filter(path -> path.toString().matches(pattern))
        // A project of its own, as users have it.
        .filter(path -> !path.startsWith(ROOT.resolve("examples")))
        .toList();
  }
}
