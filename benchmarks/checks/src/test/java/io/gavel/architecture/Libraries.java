package io.gavel.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;

/**
 * The packages of the library modules below a root package, so that the rules can be pointed at
 * other classes than the library's own.
 *
 * @param root the package that holds all others
 */
record Libraries(String root) {
  /** The library itself. */
  static final Libraries OF_GAVEL = new Libraries("io.gavel");

  DescribedPredicate<JavaClass> api() {
    return resideInAPackage(root + ".policies..")
        .and(resideOutsideOfPackage(root + ".policies.lp.."))
        .as("the api module");
  }

  DescribedPredicate<JavaClass> lp() {
    return resideInAPackage(root + ".policies.lp..").as("the lp module");
  }

  DescribedPredicate<JavaClass> estimator() {
    return resideInAPackage(root + ".estimator..").as("the estimator module");
  }

  DescribedPredicate<JavaClass> mechanism() {
    return resideInAPackage(root + ".mechanism..").as("the mechanism module");
  }

  /** All that is built around the library: simulator, command line, experiments. */
  DescribedPredicate<JavaClass> benchmarks() {
    return resideInAPackage(root + "..").and(not(all())).as("the modules around the library");
  }

  DescribedPredicate<JavaClass> all() {
    return resideInAnyPackage(packages()).as("the library modules");
  }

  /** Returns the package patterns of the four library modules. */
  String[] packages() {
    return new String[] {root + ".policies..", root + ".estimator..", root + ".mechanism.."};
  }
}
