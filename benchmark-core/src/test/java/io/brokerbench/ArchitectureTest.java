package io.brokerbench;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Holds what docs/ARCHITECTURE.md says of benchmark-core. */
final class ArchitectureTest {

  /** Each depends only on those before it. */
  private static final List<String> PACKAGES =
      List.of(
          "clock",
          "ceiling",
          "schedule",
          "record",
          "workload",
          "driver",
          "load",
          "sample",
          "compare",
          "result",
          "run",
          "report",
          "command");

  private static final JavaClasses CORE =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.brokerbench");

  @TestFactory
  List<DynamicTest> eachPackageDependsOnlyOnThoseBeforeIt() {
    return IntStream.range(0, PACKAGES.size() - 1)
        .mapToObj(
            i ->
                DynamicTest.dynamicTest(
                    PACKAGES.get(i),
                    () ->
                        noClasses()
                            .that(resideInAPackage(path(PACKAGES.get(i))))
                            .should()
                            .dependOnClassesThat(
                                resideInAnyPackage(
                                    PACKAGES.subList(i + 1, PACKAGES.size()).stream()
                                        .map(ArchitectureTest::path)
                                        .toArray(String[]::new)))
                            .check(CORE)))
        .toList();
  }

  @Test
  void everyClassIsInOneOfThesePackages() {
    assertThat(CORE.stream().map(JavaClass::getPackageName).distinct())
        .containsExactlyInAnyOrderElementsOf(
            PACKAGES.stream().map(each -> "io.brokerbench." + each).toList());
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("io.brokerbench.(*)..").should().beFreeOfCycles().check(CORE);
  }

  @Test
  void onlyClockAsksTheMachineForTheTime() {
    DescribedPredicate<JavaCall<?>> asksForTheTime =
        call(System.class, "nanoTime")
            .or(call(System.class, "currentTimeMillis"))
            .or(call(java.time.Instant.class, "now"))
            .or(call(java.time.LocalDateTime.class, "now"))
            .or(call(java.time.ZonedDateTime.class, "now"))
            .or(call(Thread.class, "sleep"));
    noClasses()
        .that()
        .resideOutsideOfPackage(path("clock"))
        .should()
        .callCodeUnitWhere(asksForTheTime)
        .check(CORE);
  }

  private static DescribedPredicate<JavaCall<?>> call(Class<?> owner, String method) {
    return target(owner(name(owner.getName()))).and(target(name(method))).forSubtype();
  }

  @Test
  void brokersInMemoryAreInPackageDriver() {
    classes()
        .that()
        .haveSimpleNameStartingWith("Memory")
        .should()
        .resideInAPackage(path("driver"))
        .check(CORE);
  }

  @Test
  void nobodyInherits() {
    classes().should(be("final, abstract by nature, or sealed")).check(CORE);
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
                || type.getFullName().endsWith("package-info")
                || type.reflect().isSealed();
        if (!closed) {
          events.add(SimpleConditionEvent.violated(type, type.getFullName() + " is open"));
        }
      }
    };
  }

  private static String path(String packageName) {
    return "io.brokerbench." + packageName + "..";
  }
}
