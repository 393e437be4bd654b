package io.gavel.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import io.gavel.policies.annotation.Stability;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the modules of the library export: by their descriptors; of the estimator, which has none,
 * the packages that have a tier.
 */
final class ExportedTypes {

  private static final String ROOT = "io.gavel";
  private static final String DESCRIPTOR = "module-info.class";
  private static final String CLASS = ".class";

  private ExportedTypes() {}

  /** Returns the exported top-level types by simple name, with the names that they make visible. */
  static Map<String, Set<String>> names() throws IOException {
    Map<String, Set<String>> names = new TreeMap<>();
    for (ModuleReference module : modules()) {
      Set<String> packages = packages(module.descriptor());
      try (ModuleReader reader = module.open()) {
        for (String file : reader.list().filter(name -> name.endsWith(CLASS)).toList()) {
          String name = file.substring(0, file.length() - CLASS.length()).replace('/', '.');
          if (name.indexOf('$') < 0 && packages.contains(packageOf(name))) {
            addType(load(name), names);
          }
        }
      }
    }
    estimator().forEach(type -> addType(type, names));
    return names;
  }

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

  private static String packageOf(String type) {
    return type.substring(0, Math.max(0, type.lastIndexOf('.')));
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name, false, ExportedTypes.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void addType(Class<?> type, Map<String, Set<String>> names) {
    if (Modifier.isPublic(type.getModifiers())) {
      Set<String> visible = new TreeSet<>();
      addNames(type, visible);
      names.put(type.getSimpleName(), visible);
    }
  }

  private static void addNames(Class<?> type, Set<String> names) {
    Arrays.stream(type.getDeclaredMethods())
        .filter(method -> isVisible(method.getModifiers()) && !method.isSynthetic())
        .map(Method::getName)
        .forEach(names::add);
    for (Class<?> nested : type.getDeclaredClasses()) {
      if (isVisible(nested.getModifiers())) {
        names.add(nested.getSimpleName());
        addNames(nested, names);
      }
    }
  }

  private static boolean isVisible(int modifiers) {
    return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
  }
}
