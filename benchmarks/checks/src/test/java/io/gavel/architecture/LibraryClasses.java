package io.gavel.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

/** The classes of the library modules, without their tests; reading them takes seconds. */
final class LibraryClasses {
  static final JavaClasses ALL =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .withImportOption(location -> !location.contains("-tests.jar")) // the contract kits
          .importPackages(Libraries.OF_GAVEL.packages());

  private LibraryClasses() {}
}
