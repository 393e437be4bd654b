package io.gavel.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static java.util.stream.Collectors.toCollection;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.gavel.architecture.violations.policies.Breaks;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

final class LibraryRulesTest {
  private static final JavaClasses LIBRARY = LibraryClasses.ALL;

  private static final Libraries OF_VIOLATIONS = new Libraries("io.gavel.architecture.violations");
  private static final JavaClasses VIOLATIONS =
      new ClassFileImporter().importPackages(OF_VIOLATIONS.root());

  @ParameterizedTest
  @EnumSource
  void rule_overTheLibrary_holds(LibraryRules rule) {
    rule.over(Libraries.OF_GAVEL).check(LIBRARY);
  }

  @Test
  void library_onTheClassPath_isFound() {
    assertFalse(LIBRARY.that(Libraries.OF_GAVEL.api()).isEmpty());
    assertFalse(LIBRARY.that(Libraries.OF_GAVEL.lp()).isEmpty());
    assertFalse(LIBRARY.that(Libraries.OF_GAVEL.estimator()).isEmpty());
    assertFalse(LIBRARY.that(Libraries.OF_GAVEL.mechanism()).isEmpty());
  }

  @ParameterizedTest
  @MethodSource("violations")
  void rules_overViolation_findItAndNothingElse(JavaClass violation) {
    assertEquals(broken(violation), found(violation), violation.getName());
  }

  @Test
  void violations_together_breakEveryRule() {
    Set<LibraryRules> all = EnumSet.noneOf(LibraryRules.class);
    violations().forEach(violation -> all.addAll(broken(violation)));
    assertEquals(EnumSet.allOf(LibraryRules.class), all);
  }

  private static Stream<JavaClass> violations() {
    return VIOLATIONS.stream().filter(type -> type.isAnnotatedWith(Breaks.class));
  }

  private static Set<LibraryRules> broken(JavaClass violation) {
    return Arrays.stream(violation.getAnnotationOfType(Breaks.class).value())
        .map(LibraryRules::valueOf)
        .collect(toCollection(() -> EnumSet.noneOf(LibraryRules.class)));
  }

  private static Set<LibraryRules> found(JavaClass violation) {
    JavaClasses alone = VIOLATIONS.that(equivalentTo(violation.reflect()));
    return Arrays.stream(LibraryRules.values())
        .filter(rule -> rule.over(OF_VIOLATIONS).evaluate(alone).hasViolation())
        .collect(toCollection(() -> EnumSet.noneOf(LibraryRules.class)));
  }
}
