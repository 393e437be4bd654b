package io.gavel.architecture;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.List;

/**
 * Forbids cycles of packages in all main code.
 *
 * <p>A cycle of classes that crosses packages is a cycle of packages, so one rule covers both.
 */
final class HouseRules {
  private HouseRules() {}

  /** Returns one text per cycle of packages, with the dependencies that close it. */
  static List<String> packageCycles(JavaClasses classes) {
    return slices()
        .assignedFrom(new ByPackage())
        .should()
        .beFreeOfCycles()
        .allowEmptyShould(true)
        .evaluate(classes)
        .getFailureReport()
        .getDetails();
  }

  private static final class ByPackage implements SliceAssignment {
    @Override
    public SliceIdentifier getIdentifierOf(JavaClass type) {
      return type.getPackageName().startsWith("io.gavel")
          ? SliceIdentifier.of(type.getPackageName())
          : SliceIdentifier.ignore();
    }

    @Override
    public String getDescription() {
      return "packages";
    }
  }
}
