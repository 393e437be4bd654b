package io.gavel.architecture;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The rules of order for all main code: a stranger finds each thing in one small, named package.
 *
 * <p>A cycle of classes that crosses packages is a cycle of packages, so one rule covers both.
 */
final class HouseRules {

  /** The most top-level types that a package may hold. */
  static final int MAX_TYPES = 20;

  /** The most lines that a source file may have. */
  static final int MAX_LINES = 400;

  private HouseRules() {}

  /** Returns one text a cycle of packages, with the dependencies that close it. */
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

  /** Returns the packages that hold more than {@link #MAX_TYPES} top-level types. */
  static List<String> largePackages(JavaClasses classes) {
    return topLevel(classes)
        .collect(groupingBy(JavaClass::getPackageName, TreeMap::new, toList()))
        .entrySet()
        .stream()
        .filter(room -> room.getValue().size() > MAX_TYPES)
        .map(
            room ->
                "package %s holds %s types; at most %s are allowed"
                    .formatted(room.getKey(), room.getValue().size(), MAX_TYPES))
        .toList();
  }

  /** Returns the simple names that more than one top-level type has. */
  static List<String> repeatedNames(JavaClasses classes) {
    return topLevel(classes)
        .collect(groupingBy(JavaClass::getSimpleName, TreeMap::new, toList()))
        .values()
        .stream()
        .filter(types -> types.size() > 1)
        .map(types -> types.stream().map(JavaClass::getName).sorted().toList())
        .map(names -> "one name stands for several types: " + String.join(", ", names))
        .toList();
  }

  /** Returns the Java sources of main code below a folder that exceed {@link #MAX_LINES}. */
  static List<String> longFiles(Path root) {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(file -> file.toString().replace('\\', '/').contains("/src/main/java/"))
          .filter(file -> file.toString().endsWith(".java"))
          .sorted()
          .filter(file -> lines(file) > MAX_LINES)
          .map(
              file ->
                  "%s has %s lines; at most %s are allowed"
                      .formatted(root.relativize(file), lines(file), MAX_LINES))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long lines(Path file) {
    try (Stream<String> lines = Files.lines(file)) {
      return lines.count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<JavaClass> topLevel(JavaClasses classes) {
    return classes.stream()
        .filter(JavaClass::isTopLevelClass)
        .filter(type -> !type.getSimpleName().equals("package-info"));
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
