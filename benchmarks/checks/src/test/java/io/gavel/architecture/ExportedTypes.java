package io.gavel.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import io.gavel.policies.annotation.Stability;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The exported packages of the library: those of the module descriptors, and the packages of the
 * estimator, which has no descriptor, that state their stability.
 */
final class ExportedTypes {

  private static final String ROOT = "io.gavel";
  private static final String DESCRIPTOR = "module-info.class";

  private ExportedTypes() {}

  /** Returns the packages that the modules export to everybody. */
  static Set<String> packages() throws IOException {
    Set<String> all = new TreeSet<>();
    for (ModuleReference module : modules()) {
      all.addAll(packages(module.descriptor()));
    }
    estimator().map(Class::getPackageName).forEach(all::add);
    return all;
  }

  private static Stream<Class<?>> estimator() {
    return LibraryClasses.ALL.stream()
        .filter(type -> type.getPackageName().startsWith(ROOT + ".estimator"))
        .filter(JavaClass::isTopLevelClass)
        .filter(
            type ->
                load(type.getPackageName() + ".package-info").isAnnotationPresent(Stability.class))
        .map(type -> load(type.getName()));
  }

  /** The modules of the library on the class path, in folders or in archives. */
  private static List<ModuleReference> modules() throws IOException {
    List<ModuleReference> modules = new ArrayList<>();
    for (URL url :
        Collections.list(ExportedTypes.class.getClassLoader().getResources(DESCRIPTOR))) {
      String place = url.toString().replaceAll("^jar:|!?/" + DESCRIPTOR + "$", "");
      ModuleFinder.of(Path.of(URI.create(place))).findAll().stream()
          .filter(module -> module.descriptor().name().startsWith(ROOT))
          .forEach(modules::add);
    }
    return modules;
  }

  private static Set<String> packages(ModuleDescriptor module) {
    return module.exports().stream()
        .filter(export -> !export.isQualified())
        .map(ModuleDescriptor.Exports::source)
        .collect(Collectors.toSet());
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name, false, ExportedTypes.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }
}
